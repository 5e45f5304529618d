import type { OperationParams } from '@ledgerline/contract/bulk-actions/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { editClients, type Rejection, valueToWrite } from '#features/records/clients/edits/edit-clients.ts';
import { lockClients } from '#features/records/clients/edits/lock-clients.ts';
import { agentReader } from '#features/records/clients/owners/name-owners.ts';
import {
  type KeptField,
  rejectedText,
  restoreFields,
} from '#features/records/clients/restoring/restore-fields.ts';
import { cellReader } from '#features/records/clients/service.ts';
import type { BulkAction, Ctx, Outcome } from '../bulk-action.ts';
import { findValues } from '../queries.ts';

const UNCHANGED: Outcome = { state: 'skipped', reason: 'The client already has this value' };

/** Sets one field of clients, such as the status or the owner, with `editClients`. */
export function setField({ field: name, value }: OperationParams['set_field']): BulkAction {
  const field = fieldNamed(name);
  return {
    batchSize: 250,
    check: async (ctx) => {
      await valueToWrite(ctx, field, value);
    },
    plan: async (ctx, ids) => {
      const to = await valueToWrite(ctx, field, value);
      const rows = await currentValues(ctx, field, ids);
      return new Map([...rows].map(([id, from]) => [id, from === to ? UNCHANGED : null]));
    },
    preview: async (ctx, ids) => {
      const to = await valueToWrite(ctx, field, value);
      const rows = await currentValues(ctx, field, ids);
      const values = [to, ...rows.values()].map((each) => ({ field: name, value: each }));
      const { named } = await agentReader(ctx.db, values);
      return new Map([...rows].map(([id, from]) => [id, { from: named(name, from), to: named(name, to) }]));
    },
    run: (ctx, ids, operation) => writeField(ctx, ids, { field, value }, operation),
    undo: restoreValues,
  };
}

/** Restores the values that clients had before an operation where they were not changed since. */
export const restoreValues: NonNullable<BulkAction['undo']> = async (ctx, items, operations) => {
  const ids = items.map(({ record_id }) => record_id);
  const current = new Map((await lockClients(ctx, ids)).map((one) => [one.id, one]));
  const kept = await restoreFields(ctx, operations, ids, current);
  return new Map([...current.keys()].map((id) => [id, kept.get(id)?.map(keptReason).join('; ') ?? null]));
};

async function currentValues(
  ctx: Ctx,
  field: CatalogField,
  ids: readonly number[],
): Promise<Map<number, FieldValue>> {
  const read = cellReader(field);
  const rows = await findValues(ctx.db, ids, field);
  return new Map(rows.map(([id, stored]) => [Number(id), read(stored)]));
}

/** Writes all clients at once; if some are rejected, writes the others without them. */
async function writeField(
  ctx: Ctx,
  ids: readonly number[],
  { field, value }: { field: CatalogField; value: FieldValue },
  operation: string,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  const missing = new Set<number>();
  let left = [...ids];
  while (left.length > 0) {
    const edits = left.map((id) => ({ id, input: new Map([[field, value]]) }));
    const { changed, rejected } = await editClients(ctx, edits, { operation });
    const changedIds = new Set(changed.map(({ id }) => id));
    for (const rejection of rejected) {
      if (rejection.field === '') missing.add(rejection.id ?? 0);
      else outcomes.set(rejection.id ?? 0, { state: 'rejected', reason: reasonOf(field, rejection) });
    }
    if (rejected.length === 0)
      for (const id of left) outcomes.set(id, changedIds.has(id) ? { state: 'changed' } : UNCHANGED);
    left = left.filter((id) => !outcomes.has(id) && !missing.has(id));
  }
  return outcomes;
}

const reasonOf = ({ label }: CatalogField, { message }: Pick<Rejection, 'message'>): string =>
  /^[A-Z]/.test(message) ? message : `${label} ${message}`;

function keptReason({ field, reason }: KeptField): string {
  if (reason === 'changed_since') return `${field.label} was changed afterwards and was not restored`;
  if (reason === 'not_kept') return `${field.label} had a value that is not stored and cannot be restored`;
  return `${field.label} ${rejectedText(reason.rejected)}`;
}
