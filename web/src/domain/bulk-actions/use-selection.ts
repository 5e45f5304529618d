import { useState } from 'react';

interface Chosen {
  /** The list in which the rows were chosen. */
  view: string;
  ids: readonly number[];
  /** All rows of the list are chosen, also those of other pages. */
  isAll: boolean;
  /** The selection of all has ended with the last choice. */
  wasAll: boolean;
}

const NOTHING = { ids: [], isAll: false, wasAll: false };

/**
 * The chosen rows of a list, on all of its pages. A list with another search or filter starts without a selection. Deselecting
 * one row of all ends the selection of all: the other rows of the page stay chosen. On phones, rows have checkboxes while `isSelecting`.
 */
export function useSelection(view: string) {
  const [stored, setChosen] = useState<Chosen>({ view, ...NOTHING });
  const [isSelecting, setSelecting] = useState(false);
  const { ids, isAll, wasAll } = stored.view === view ? stored : NOTHING;
  const clear = () => setChosen({ view, ...NOTHING });
  return {
    ...{ ids, isAll, wasAll, isSelecting },
    setSelecting: (isOn: boolean) => {
      setSelecting(isOn);
      if (!isOn) clear();
    },
    choose: (chosen: readonly number[]) => setChosen({ view, ids: chosen, isAll: false, wasAll: isAll }),
    chooseAll: () => setChosen({ view, ...NOTHING, isAll: true }),
    clear,
  };
}

export type ListSelection = ReturnType<typeof useSelection>;
