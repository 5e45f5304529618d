import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import { type RejectedCell, rejectedCellSchema } from '@ledgerline/contract/ledger/endpoints';
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
