import { Button, type ButtonProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface QuietButtonProps
  extends Omit<ButtonProps, 'size' | 'variant' | 'leftSection'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: TablerIcon;
}

/** What can be done beside a card's title or in a row: words with an icon, without a frame. */
export function QuietButton({ icon: Icon, ...button }: QuietButtonProps) {
  return (
    <Button {...button} size="compact-sm" variant="subtle" leftSection={<Icon size={15} aria-hidden />} />
  );
}
