import type { ReactNode } from 'react';
import { useIsWide } from '../../lib/use-is-wide.ts';

/** The look of a button among the actions of a page header: an icon on small screens, where the title needs the space. */
export function useHeaderAction(label: string, icon: ReactNode) {
  const isWide = useIsWide();
  return isWide ? { leftSection: icon, children: label } : { px: 10, 'aria-label': label, children: icon };
}
