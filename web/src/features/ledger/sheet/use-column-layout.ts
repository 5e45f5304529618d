import { CLIENT_FIELDS, type FieldName, isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { SavedViewColumns } from '@ledgerline/contract/saved-views/endpoints';
import { useCallback, useMemo, useState } from 'react';

const LAYOUT_KEY = 'ledger.columns';

/** The column settings of the grid, as they are stored. */
export interface ColumnLayout {
  hidden: FieldName[];
  widths: Partial<Record<FieldName, number>>;
  /** The last frozen column. If it is missing, the name columns are frozen; if it is null, none is. */
  frozenTo?: FieldName | null;
}

/** Parses a stored layout. Invalid data falls back to the full catalog. */
export function parseLayout(text: string | null): ColumnLayout {
  try {
    return layoutOf(JSON.parse(text ?? 'null'));
  } catch {
    return layoutOf(null);
  }
}

/** The columns that this version has; invalid data falls back to the full catalog. */
function layoutOf(stored: unknown): ColumnLayout {
  const layout: ColumnLayout = { hidden: [], widths: {} };
  if (typeof stored !== 'object' || stored === null) return layout;
  if ('hidden' in stored && Array.isArray(stored.hidden)) {
    layout.hidden = stored.hidden.filter(
      (name): name is FieldName => typeof name === 'string' && isFieldName(name),
    );
  }
  if ('widths' in stored && typeof stored.widths === 'object') {
    for (const [name, width] of Object.entries(stored.widths ?? {})) {
      if (isFieldName(name) && typeof width === 'number') layout.widths[name] = width;
    }
  }
  if ('frozenTo' in stored) {
    const { frozenTo } = stored;
    if (frozenTo === null || (typeof frozenTo === 'string' && isFieldName(frozenTo)))
      layout.frozenTo = frozenTo;
  }
  return layout;
}

/** The layout as a saved view stores it. */
export const columnsOf = ({ hidden, widths, frozenTo }: ColumnLayout): SavedViewColumns => ({
  hidden,
  widths,
  ...(frozenTo === undefined ? {} : { frozen_to: frozenTo }),
});

/** Shows or hides columns; at least one stays. */
function withShown(layout: ColumnLayout, names: readonly FieldName[], isShown: boolean): ColumnLayout {
  const others = layout.hidden.filter((name) => !names.includes(name));
  const hidden = isShown ? others : [...others, ...names];
  return hidden.length >= CLIENT_FIELDS.length ? layout : { ...layout, hidden };
}

/** Column visibility, widths and frozen columns: those stored in this browser, or those of the open saved view. */
export function useColumnLayout() {
  const [own, setOwn] = useState(() => parseLayout(localStorage.getItem(LAYOUT_KEY)));
  const [ofView, setOfView] = useState<ColumnLayout | null>(null);
  const layout = ofView ?? own;
  const isOfView = ofView !== null;
  const change = useCallback(
    (update: (layout: ColumnLayout) => ColumnLayout, shouldStore = true) => {
      if (isOfView) {
        setOfView((before) => before && update(before));
        return;
      }
      setOwn((before) => {
        const next = update(before);
        if (shouldStore) localStorage.setItem(LAYOUT_KEY, JSON.stringify(next));
        return next;
      });
    },
    [isOfView],
  );
  const fields = useMemo(
    () => CLIENT_FIELDS.filter((field) => !layout.hidden.includes(field.name)),
    [layout.hidden],
  );
  const show = useCallback(
    (names: readonly FieldName[], isShown: boolean) => change((before) => withShown(before, names, isShown)),
    [change],
  );
  const resize = useCallback(
    (name: FieldName, width: number, isDone: boolean) =>
      change((before) => ({ ...before, widths: { ...before.widths, [name]: Math.round(width) } }), isDone),
    [change],
  );
  const freeze = useCallback(
    (frozenTo: FieldName | null) => change((before) => ({ ...before, frozenTo })),
    [change],
  );
  /** Shows the columns of a saved view; null shows those stored in this browser. */
  const apply = useCallback(
    (columns: SavedViewColumns | null) =>
      setOfView(columns && layoutOf({ ...columns, frozenTo: columns.frozen_to })),
    [],
  );
  return { layout, fields, show, resize, freeze, apply };
}
