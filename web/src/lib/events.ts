import type { KeyboardEvent, MouseEvent } from 'react';

/** A click with a modifier key: the browser opens the link in another tab or window. */
export function opensElsewhere(event: Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey'>): boolean {
  return event.metaKey || event.ctrlKey || event.shiftKey;
}

/** For `onKeyDown`: an Enter key that repeats must not activate what gets the focus next. */
export function ignoreRepeatedEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault();
}
