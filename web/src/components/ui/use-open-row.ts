import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { isInteractive, isSelectingText } from './card-frame.tsx';

export type RowLink = Pick<NavigateOptions, 'to' | 'params'>;

/** A click anywhere on a row acts like its link, including Ctrl for a new tab; selecting text does not. */
export function useOpenRow() {
  const router = useRouter();
  return (link: RowLink) => (event: MouseEvent<HTMLElement>) => {
    if (isInteractive(event) || isSelectingText()) return;
    if (event.ctrlKey || event.metaKey) window.open(router.buildLocation(link).href, '_blank', 'noopener');
    else void router.navigate(link);
  };
}
