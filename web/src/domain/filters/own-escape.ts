import type { KeyboardEvent } from 'react';

/** Closes a popover on Escape, unless that closes a list or a calendar within it first. */
export const onOwnEscape =
  (close: () => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget } = event;
    if (key !== 'Escape' || !(target instanceof Element) || target.matches('[aria-expanded="true"]')) return;
    if (target.closest('.mantine-Popover-dropdown') === currentTarget) close();
  };
