import { Badge, type BadgeProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface LabelBadgeProps extends Pick<BadgeProps, 'size' | 'variant' | 'flex' | 'td' | 'tt'> {
  hue: string;
  title?: string;
  children: ReactNode;
}

/** A state or kind as a colored badge. */
export function LabelBadge({ hue, ...badge }: LabelBadgeProps) {
  return <Badge variant="light" color={hue} radius="sm" tt="none" fw={500} {...badge} />;
}
