import { createSpotlight, useSpotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';

type PaletteStore = ReturnType<typeof createSpotlight>[0];

/**
 * The palette's own store: open from the start, and selecting its first entry whenever the entries (`shown`) change.
 */
export function usePaletteStore(shown: string): PaletteStore {
  const [[store, actions]] = useState(createSpotlight);
  const { listId } = useSpotlight(store);
  useEffect(() => actions.open(), [actions]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines need a new selection
  useEffect(() => selectFirst(store, listId), [store, listId, shown]);
  return store;
}

/** The selected entry of the open palette. */
export function selectedLine(store: PaletteStore): HTMLElement | null {
  const list = document.getElementById(store.getState().listId);
  return list?.querySelector<HTMLElement>('[data-selected]') ?? null;
}

/** Selection is an attribute and an index of the library, which by itself selects only entries present while typing. */
function selectFirst(store: PaletteStore, listId: string): void {
  const list = document.getElementById(listId);
  const lines = list?.querySelectorAll('[data-action]') ?? [];
  for (const line of lines) line.removeAttribute('data-selected');
  lines[0]?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}
