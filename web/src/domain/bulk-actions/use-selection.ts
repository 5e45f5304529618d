import { useState } from 'react';

interface Chosen {
  /** The list in which the rows were chosen. */
  view: string;
  ids: readonly number[];
  /** All rows of the list are chosen, also those of other pages. */
  isAll: boolean;
}

/**
 * The chosen rows of a list, on all of its pages. A list with another search or filter starts without a selection. Deselecting
 * one row of all ends the selection of all: the other rows of the page stay chosen.
 */
export function useSelection(view: string) {
  const [stored, setChosen] = useState<Chosen>({ view, ids: [], isAll: false });
  const { ids, isAll } = stored.view === view ? stored : { ids: [], isAll: false };
  return {
    ids,
    isAll,
    choose: (chosen: readonly number[]) => setChosen({ view, ids: chosen, isAll: false }),
    chooseAll: () => setChosen({ view, ids: [], isAll: true }),
    clear: () => setChosen({ view, ids: [], isAll: false }),
  };
}

export type ListSelection = ReturnType<typeof useSelection>;
