import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import type { SheetCell } from '../../../components/grid/sheet-types.ts';
import { statusStyle } from '../../../domain/clients/client-status.ts';
import { cellKey } from '../../../domain/clients/conflicts.ts';
import { displayText } from '../../../domain/clients/field-text.ts';
import type { LedgerState } from '../store/ledger-state.ts';

/** A cell in the grid's format; null while its row is loading. */
export function sheetCell(
  state: LedgerState,
  field: CatalogField,
  row: number,
  hasMotion: boolean,
): SheetCell | null {
  const key = state.order.keyAt(row);
  const value = key === undefined ? undefined : state.value(key, field.name);
  if (key === undefined || value === undefined) return null;
  const cell: SheetCell = { text: displayText(field, value) };
  if (field.kind === 'money' || field.kind === 'percent') cell.align = 'right';
  if (field.kind === 'secret') cell.isFaint = true;
  if (field.kind === 'enum') cell.dot = statusStyle(value)?.dot;
  if (state.failed.size > 0 && state.failed.has(cellKey(key, field.name))) cell.hasFailed = true;
  if (hasMotion) cell.changedAt = state.changedAt(key, field.name);
  return cell;
}
