import { isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import { type RejectedCell, rejectedCellSchema } from '@ledgerline/contract/ledger/endpoints';
import { ApiError } from '../../../lib/api-error.ts';

/** The cells that a failed save names, with their reasons. */
export function rejectedCells(error: unknown): RejectedCell[] {
  if (!(error instanceof ApiError)) return [];
  const parsed = rejectedCellSchema.array().safeParse(error.details?.cells);
  return parsed.success ? parsed.data : [];
}

/** Those of them that somebody else changed; only these can be settled between mine and theirs. */
export function conflictsOf(error: unknown): RejectedCell[] {
  return rejectedCells(error).filter((cell) => cell.theirs !== undefined && isFieldName(cell.field));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
