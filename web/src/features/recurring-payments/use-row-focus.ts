import { useEffect, useRef, useState } from 'react';
import { onNextAction } from '../../components/ui/dialog-focus.ts';

type Rows = readonly (Element | null | undefined)[];

/**
 * Keeps the focus in the row of an action, whose button loses it while disabled. If the row is gone afterwards, the
 * next row gets the focus, unless the user has done something else by then.
 */
export function useRowFocus() {
  const container = useRef<HTMLDivElement>(null);
  const rows = useRef<Rows>([]);
  const [actionCount, setActionCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each action, and when the row is removed
  useEffect(() => {
    const stop = onNextAction(() => {
      rows.current = [];
    });
    return () => {
      stop();
      restoreFocus(rows.current);
    };
  }, [actionCount]);
  return {
    container,
    capture() {
      const row = container.current?.closest('li');
      rows.current = [row, row?.nextElementSibling, row?.previousElementSibling];
    },
    release: () => setActionCount((count) => count + 1),
  };
}

function restoreFocus(rows: Rows): void {
  if (document.activeElement !== document.body) return;
  const remaining = rows.find((row) => row?.isConnected);
  remaining?.querySelector('button')?.focus({ preventScroll: true });
}
