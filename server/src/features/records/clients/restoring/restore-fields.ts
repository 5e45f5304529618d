import { type CatalogField, findField } from '@ledgerline/contract/clients/fields/catalog';
import type { Context } from '#platform/context.ts';
import { editClients } from '../edits/edit-clients.ts';
import { type LockedClient, lockClients } from '../edits/lock-clients.ts';
import { decryptAuditRows } from '../encryption/audit-values.ts';
import { findWrittenFields } from './queries.ts';
import { decideRestore, type Operations, type WrittenField } from './rules.ts';

/** A field that keeps its present value, and why. */
export interface KeptField {
  field: CatalogField;
  reason: 'changed_since' | 'not_kept' | { rejected: string };
}

/** Why an earlier value was rejected, after the name of its field; a message is a sentence of its own or continues one. */
export const rejectedText = (message: string): string =>
  `could not be restored: ${/^[A-Z]/.test(message) ? message : `it ${message}`}`;

type Inputs = Map<number, Map<CatalogField, unknown>>;

/**
 * Restores the values that clients had before an operation, field by field, where they were not changed since. Values that
 * current rules reject are skipped. Returns what was kept, by client.
 */
export async function restoreFields(
  ctx: Context,
  operations: Operations,
  clientIds: number[],
  locked?: ReadonlyMap<number, LockedClient>,
): Promise<Map<number, KeptField[]>> {
  const kept = new Map<number, KeptField[]>();
  const keep = (id: number, one: KeptField) => kept.set(id, [...(kept.get(id) ?? []), one]);
  const current = locked ?? new Map((await lockClients(ctx, clientIds)).map((one) => [one.id, one]));
  const inputs: Inputs = new Map();
  const found = await findWrittenFields(ctx.db, operations.done, clientIds);
  const parts = { db: ctx.db, cipher: ctx.deps.cipher };
  for (const row of await decryptAuditRows(parts, found, ({ client_id }) => client_id)) {
    const field = findField(row.field);
    const client = current.get(row.client_id);
    if (!field || !client) continue;
    const written = { ...row, field };
    const decision = decideRestore(written, client.current(field.name), operations);
    if (decision === 'changed_since' || decision === 'not_kept')
      keep(row.client_id, { field, reason: decision });
    else if (decision === 'restore') {
      const input = inputs.get(row.client_id) ?? new Map<CatalogField, unknown>();
      inputs.set(row.client_id, input.set(field, valueBefore(ctx, client, written)));
    }
  }
  await writeRestores(ctx, operations, inputs, keep);
  return kept;
}

function valueBefore(ctx: Context, { id, wrappedKey }: LockedClient, written: WrittenField): unknown {
  const { field, old_value, old_cipher } = written;
  if (old_cipher === null) return old_value;
  return ctx.deps.cipher.decrypt(old_cipher, { table: 'clients', row: id, field: field.name }, wrappedKey);
}

async function writeRestores(
  ctx: Context,
  { undone }: Operations,
  inputs: Inputs,
  keep: (id: number, one: KeptField) => unknown,
): Promise<void> {
  const options = { operation: undone, action: 'restored', isRestore: true };
  for (;;) {
    const edits = [...inputs].map(([id, input]) => ({ id, input }));
    const { rejected } = await editClients(ctx, edits, options);
    if (rejected.length === 0) return;
    for (const { id, field: name, message } of rejected) {
      const field = findField(name);
      if (id === null || !field || !inputs.get(id)?.delete(field))
        throw new Error(`a restore was rejected: ${message}`);
      keep(id, { field, reason: { rejected: message } });
    }
  }
}
