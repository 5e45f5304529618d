import { Badge, type BadgeProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface WordBadgeProps extends Pick<BadgeProps, 'size' | 'variant' | 'flex' | 'td' | 'tt'> {
  hue: string;
  title?: string;
  children: ReactNode;
}

/** A state or kind as a colored badge. */
export function WordBadge({ hue, ...badge }: WordBadgeProps) {
  return <Badge variant="light" color={hue} radius="sm" tt="none" fw={500} {...badge} />;
}
