import { useState } from 'react';

interface Chosen {
  /** The list in which the rows were chosen. */
  view: string;
  ids: readonly number[];
  /** All rows of the list are chosen, also those of other pages. */
  isAll: boolean;
  /** Whether the last choice ended a selection of all rows. */
  wasAll: boolean;
}

const NOTHING = { ids: [], isAll: false, wasAll: false };

/**
 * The chosen rows of a list, on all of its pages. A list with another search or filter starts without a selection. When
 * all rows are chosen, deselecting one leaves only the other rows of the page chosen. On phones, rows have checkboxes while `isSelecting`.
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
