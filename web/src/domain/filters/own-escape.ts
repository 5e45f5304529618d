import type { KeyboardEvent } from 'react';

/** Closes a popover on Escape, unless that closes a list or a calendar within it first. */
export const onOwnEscape =
  (close: () => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Escape' || !(event.target instanceof Element)) return;
    const isNested = event.target.closest('[role="dialog"], [aria-expanded="true"]');
    if (isNested === null || isNested === event.currentTarget) close();
  };
