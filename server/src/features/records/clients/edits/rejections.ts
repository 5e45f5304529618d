import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { CatalogField, FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { noteOpened } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { ValueError } from '../rules.ts';

/** A value that was not written, and why; `theirs` is the stored value of a conflict. */
export interface Rejection {
  id: number | null;
  row: string | null;
  field: string;
  message: string;
  theirs?: FieldValue;
  /** Written after a confirmation. */
  isConfirmable?: boolean | undefined;
}

/** A problem of a value as a rejection or warning of its client or row. */
export const rejectionOf = (
  of: Pick<Rejection, 'id' | 'row'>,
  { path: field, ...problem }: ValueError,
): Rejection => ({ ...of, field, ...problem });

/** The fields whose stored value is no longer the one that the editor saw. */
export function conflictsOf(
  edit: { id: number; was?: ReadonlyMap<CatalogField, FieldValue> },
  current: (name: FieldName) => FieldValue,
): Rejection[] {
  const changed = [...(edit.was ?? [])].filter(([{ name }, was]) => (was ?? '') !== (current(name) ?? ''));
  return changed.map(([{ name }]) => ({
    id: edit.id,
    row: null,
    field: name,
    message: 'was changed by someone else',
    theirs: current(name),
  }));
}

/**
 * The error for rejected values: `details.fields` for the inputs of a form, `details.cells` for a sheet. Numbers need a
 * confirmation only once nothing else is wrong. The stored values of conflicts count as a read.
 */
export function rejectionError(ctx: Context, all: Rejection[]): AppError {
  const final = all.filter(({ isConfirmable }) => !isConfirmable);
  const rejected = (final.length > 0 ? final : all).map(({ isConfirmable: _, ...cell }) => cell);
  for (const { id, theirs } of rejected)
    if (id !== null && theirs !== undefined) noteOpened(ctx, 'client', id);
  if (rejected.some(({ id, field }) => id !== null && field === '')) {
    return new AppError('not_found', { message: 'Client not found.', details: { cells: rejected } });
  }
  const isConflict = rejected.some(({ theirs }) => theirs !== undefined);
  const code = final.length === 0 ? 'unconfirmed_number' : isConflict ? 'conflict' : 'validation_failed';
  return new AppError(code, {
    fields: rejected.map(({ field, message }) => ({ path: field, message })),
    details: { cells: rejected },
  });
}

/** The warnings as part of a response, if there are any. */
export const warned = (warnings: Rejection[]): { warnings?: Rejection[] } =>
  warnings.length > 0 ? { warnings } : {};
