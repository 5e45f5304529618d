import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, fieldNamed, isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { ValueWarnings } from '@ledgerline/contract/clients/schemas';
import { type RejectedCell, rejectedCellSchema } from '@ledgerline/contract/ledger/endpoints';
import { notifyWarning } from '../../components/ui/notify.ts';
import { ApiError } from '../../lib/api-error.ts';

/** A field of a client that another agent changed concurrently. */
export interface ConflictCell {
  id: number;
  field: FieldName;
  mine: FieldValue;
  theirs: FieldValue;
  /** A secret restored by an undo. Only the server knows the value, so it cannot win the conflict. */
  isLocked: boolean;
}

export function cellKey(key: number, field: FieldName): string {
  return `${key}:${field}`;
}

/** The cells named by a failed save, with reasons. */
export function rejectedCells(error: unknown): RejectedCell[] {
  if (!(error instanceof ApiError)) return [];
  const parsed = rejectedCellSchema.array().safeParse(error.details?.cells);
  return parsed.success ? parsed.data : [];
}

/** The cells another agent changed. Only these can be resolved as mine or theirs. */
export function conflictsOf(error: unknown): RejectedCell[] {
  return rejectedCells(error).filter((cell) => cell.theirs !== undefined && isFieldName(cell.field));
}

/** Shows the warnings of a save: numbers whose leading zero was restored. */
export function warnAboutNumbers(warnings: ValueWarnings): void {
  const [first, ...others] = warnings ?? [];
  if (!first) return;
  const count = (others.length + 1).toLocaleString('en-US');
  const message =
    others.length === 0
      ? `${labelOf(first.field)} ${first.message}. Check the number.`
      : `${count} numbers had 8 digits, so a leading zero was added to each. Check the numbers.`;
  notifyWarning(message, 'Leading zero added');
}

/** The label of a field in an error or a warning. */
export function labelOf(field: string): string {
  return isFieldName(field) ? fieldNamed(field).label : field;
}
