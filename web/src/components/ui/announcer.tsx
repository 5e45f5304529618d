import { VisuallyHidden } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';

interface Announcement {
  id: number;
  text: string;
}

/** Several results may arrive before the screen reader gets to the first. */
const MAX_ANNOUNCEMENTS = 3;

let announcements: readonly Announcement[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Announcement[]): void {
  announcements = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Announces the result of an action to screen readers. For results without a toast: toasts are alerts, which are
 * announced already. Never pass secret values.
 */
export function announce(text: string): void {
  // Without an announcer it is dropped: one that opens later may belong to another agent.
  if (listeners.size === 0) return;
  lastId += 1;
  replace([...announcements, { id: lastId, text }].slice(-MAX_ANNOUNCEMENTS));
}

/** The portal's one announcer. Each announcement is a new element, so that a repeated text is announced again. */
export function Announcer() {
  const shown = useSyncExternalStore(subscribe, () => announcements);
  // They may name clients, so the next agent who signs in does not get them.
  useEffect(() => () => replace([]), []);
  return (
    <VisuallyHidden role="log" aria-live="polite" aria-relevant="additions" aria-label="Announcements">
      {shown.map(({ id, text }) => (
        <span key={id}>{text}</span>
      ))}
    </VisuallyHidden>
  );
}
