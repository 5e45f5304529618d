import { useWindowEvent } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { topmostDialog } from '../../components/ui/dialog-stack.ts';

/** The second letter counts only within this delay. */
const TOGETHER_MS = 1500;

const TYPES_IN = 'input, textarea, select, [contenteditable="true"]';

/** `g`, then the letter of a screen, except while typing. */
export function useGoKeys(): void {
  const navigate = useNavigate();
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  useWindowEvent('keydown', (event) => {
    const isStarted = event.timeStamp - startedAt.current < TOGETHER_MS;
    startedAt.current = Number.NEGATIVE_INFINITY;
    if (!isPlain(event) || topmostDialog() !== null) return;
    if (event.key === 'g') startedAt.current = event.timeStamp;
    if (event.key !== 't' || !isStarted) return;
    event.preventDefault();
    void navigate({ to: '/crm/today' });
  });
}

function isPlain(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(target instanceof Element && target.closest(TYPES_IN));
}
