import {
  type CatalogueField,
  CLIENT_FIELDS,
  type FieldName,
  GROUP_TITLES,
  isFieldName,
} from '@ledgerline/contract/clients/fields/catalogue';
import type { FieldGroup } from '@ledgerline/contract/clients/fields/field';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { useCallback, useMemo, useState } from 'react';
import type { SheetColumn } from '../../components/grid/sheet-types.ts';

const FIELDS: readonly CatalogueField[] = CLIENT_FIELDS;
/** Stay in view while the others scroll; their arrow opens the client (decisions O2). */
export const NAME_COLUMNS: readonly FieldName[] = ['client_first_name', 'client_last_name'];
const LAYOUT_KEY = 'ledger.columns';

export interface ColumnLayout {
  hidden: FieldName[];
  widths: Partial<Record<FieldName, number>>;
}

export interface FieldGroupColumns {
  group: FieldGroup;
  title: string;
  fields: CatalogueField[];
}

/** The catalogue's fields by card. */
export const GROUPS: readonly FieldGroupColumns[] = [...new Set(FIELDS.map((field) => field.group))].map(
  (group) => ({
    group,
    title: GROUP_TITLES[group],
    fields: FIELDS.filter((field) => field.group === group),
  }),
);

/** Reads a remembered layout; anything that is not one is the whole catalogue as declared. */
function parseLayout(text: string | null): ColumnLayout {
  const layout: ColumnLayout = { hidden: [], widths: {} };
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    return layout;
  }
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
  return layout;
}

/** Shows or hides columns; at least one stays. */
function withShown(layout: ColumnLayout, names: readonly FieldName[], isShown: boolean): ColumnLayout {
  const others = layout.hidden.filter((name) => !names.includes(name));
  const hidden = isShown ? others : [...others, ...names];
  return hidden.length >= FIELDS.length ? layout : { ...layout, hidden };
}

/** Which columns are shown and how wide, remembered by this browser. */
export function useColumnLayout() {
  const [layout, setLayout] = useState(() => parseLayout(localStorage.getItem(LAYOUT_KEY)));
  const change = useCallback((make: (layout: ColumnLayout) => ColumnLayout, isKept = true) => {
    setLayout((before) => {
      const next = make(before);
      if (isKept) localStorage.setItem(LAYOUT_KEY, JSON.stringify(next));
      return next;
    });
  }, []);
  const fields = useMemo(
    () => FIELDS.filter((field) => !layout.hidden.includes(field.name)),
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
  return { layout, fields, show, resize };
}

/** The grid's columns: header, width, card, and the arrow of the order. */
export function sheetColumns(
  fields: readonly CatalogueField[],
  widths: ColumnLayout['widths'],
  view: LedgerView,
): SheetColumn[] {
  return fields.map((field) => ({
    id: field.name,
    title: field.label,
    width: widths[field.name] ?? field.width,
    group: GROUP_TITLES[field.group],
    sorted: sortOf(field.name, view),
  }));
}

/** The order by name is last name, then first name. */
function sortOf(name: FieldName, view: LedgerView): 'asc' | 'desc' | undefined {
  const isSorted = view.sort === name || (view.sort === 'name' && name === 'client_last_name');
  return isSorted ? view.direction : undefined;
}

/** A click on a header: ascending, then descending, then by name again. */
export function nextSort(view: LedgerView, name: FieldName): Pick<LedgerView, 'sort' | 'direction'> {
  const sort = name === 'client_last_name' ? 'name' : name;
  if (view.sort !== sort) return { sort, direction: 'asc' };
  if (view.direction === 'asc') return { sort, direction: 'desc' };
  return { sort: 'name', direction: 'asc' };
}
