import { type CatalogField, FIELD_NAMES } from '@ledgerline/contract/clients/fields/catalog';
import { ROW_NUMBERS_WIDTH } from '../../../components/grid/sheet-theme.ts';
import { NAME_COLUMNS, widthOf } from './ledger-columns.ts';
import type { ColumnLayout } from './use-column-layout.ts';

/**
 * The number of frozen columns: up to the chosen one, as many as leave space for one more column in a sheet of this
 * width.
 */
export function frozenCount(
  fields: readonly CatalogField[],
  { frozenTo, widths }: ColumnLayout,
  sheetWidth: number,
): number {
  const most = chosenCount(fields, frozenTo);
  let right = ROW_NUMBERS_WIDTH;
  for (let count = 0; count < most; count += 1) {
    const [column, next] = [fields[count], fields[count + 1]];
    right += widthOf(column, widths);
    if (right + widthOf(next, widths) > sheetWidth) return count;
  }
  return most;
}

function chosenCount(fields: readonly CatalogField[], frozenTo: ColumnLayout['frozenTo']): number {
  if (frozenTo === null) return 0;
  const last = frozenTo === undefined ? -1 : FIELD_NAMES.indexOf(frozenTo);
  // A hidden column still marks where the frozen columns end.
  const isFrozen = ({ name }: CatalogField) =>
    frozenTo === undefined ? NAME_COLUMNS.includes(name) : FIELD_NAMES.indexOf(name) <= last;
  const end = fields.findIndex((field) => !isFrozen(field));
  return end === -1 ? fields.length : end;
}
