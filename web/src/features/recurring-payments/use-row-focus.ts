import { useEffect, useRef, useState } from 'react';
import { atNextAct } from '../../components/ui/dialog-focus.ts';

type Rows = readonly (Element | null | undefined)[];

/**
 * Keeps the keyboard in the row that it acted on: the button is off meanwhile, and so loses the focus. Where the row itself
 * is gone afterwards, the next one gets it, unless the person has done something else by then.
 */
export function useKeptPlace() {
  const place = useRef<HTMLDivElement>(null);
  const rows = useRef<Rows>([]);
  const [acts, setActs] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each act, and when the row goes
  useEffect(() => {
    const stop = atNextAct(() => {
      rows.current = [];
    });
    return () => {
      stop();
      giveBack(rows.current);
    };
  }, [acts]);
  return {
    place,
    hold() {
      const row = place.current?.closest('li');
      rows.current = [row, row?.nextElementSibling, row?.previousElementSibling];
    },
    release: () => setActs((count) => count + 1),
  };
}

function giveBack(rows: Rows): void {
  if (document.activeElement !== document.body) return;
  const kept = rows.find((row) => row?.isConnected);
  kept?.querySelector('button')?.focus({ preventScroll: true });
}
