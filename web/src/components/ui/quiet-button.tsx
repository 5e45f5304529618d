import { Button, type ButtonProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

interface QuietButtonProps
  extends Omit<ButtonProps, 'size' | 'variant' | 'leftSection'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: TablerIcon;
}

/** A secondary action next to a card's title or in a row: label with icon, no border. */
export function QuietButton({ icon: Icon, ...button }: QuietButtonProps) {
  return (
    <Button {...button} size="compact-sm" variant="subtle" leftSection={<Icon size={15} aria-hidden />} />
  );
}
