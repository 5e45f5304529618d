import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  type FieldName,
  SECRET_FIELDS,
} from '@ledgerline/contract/clients/fields/catalog';
import type { SavedClient } from '@ledgerline/contract/clients/schemas';
import { type AuditEntry, writeAudit } from '#platform/audit/audit.ts';
import { agentIdOf, brokerageDay, type Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { auditValue } from '../encryption/audit-values.ts';
import { insertKeys } from '../encryption/repository.ts';
import { findAssignableOwners } from '../owners/name-owners.ts';
import { notifyNewOwners, withdrawFromFormerOwners } from '../owners/notify-assigned.ts';
import { toSaved } from '../presenter.ts';
import * as repository from '../repository.ts';
import {
  agentValues,
  blankValue,
  type FieldChange,
  OWNER,
  ownedFromStart,
  planChanges,
  type ValueError,
  type WritePolicy,
} from '../rules.ts';
import { cleanInputs } from './clean-inputs.ts';
import { type LockedClient, lockClients } from './lock-clients.ts';
import { conflictsOf, type Rejection, rejectionError, rejectionOf, warned } from './rejections.ts';
import { type ChangedClient, changedRows, createdRow, shown, valueWritten } from './stored-cells.ts';

export { conflictsOf, type Rejection, rejectionError, warned } from './rejections.ts';
export { shown } from './stored-cells.ts';

/**
 * Fields to set on one client; `was` holds the values the editor saw, to reject the edit if they changed in
 * the meantime.
 */
export interface ClientEdit {
  id: number;
  input: Map<CatalogField, unknown>;
  was?: Map<CatalogField, FieldValue>;
  /** Fields whose earlier value is being restored. */
  restored?: ReadonlySet<CatalogField>;
}

interface EditOutcome {
  changed: ChangedClient[];
  rejected: Rejection[];
  /** Values that were written differently than sent. */
  warnings: Rejection[];
  /** The clients before the changes, by id. */
  locked: Map<number, LockedClient>;
  /** When they were written. */
  at: Date;
}

interface WriteOptions {
  /** Groups the audit rows of one operation: an import, a paste. */
  operation?: string;
  /** The action in the audit log; `updated` by default. */
  action?: string;
  /** Earlier values are being restored, as by an undo or a revert. */
  isRestore?: boolean;
  /** The agent confirmed numbers that are incomplete or have a wrong check digit. */
  confirmsNumbers?: boolean | undefined;
}

/**
 * Sets fields on any number of clients in one transaction: all or nothing. If any value is rejected, nothing
 * is written and the caller builds the response. The only code path that changes client values.
 */
export async function editClients(
  ctx: Context,
  edits: ClientEdit[],
  options: WriteOptions = {},
): Promise<EditOutcome> {
  const ids = [...new Set(edits.map((edit) => edit.id))];
  const policy = await policyOf(ctx, edits, options);
  const inputs = await cleanInputs(edits);
  const withEncrypted = edits.some(readsEncrypted);
  const locked = new Map((await lockClients(ctx, ids, { withEncrypted })).map((one) => [one.id, one]));
  const at = ctx.deps.clock.now();
  const rejected: Rejection[] = [];
  const warnings: Rejection[] = [];
  const changed: ChangedClient[] = [];
  for (const [position, edit] of edits.entries()) {
    const target = locked.get(edit.id);
    if (!target) {
      rejected.push({ id: edit.id, row: null, field: '', message: 'Client not found.' });
      continue;
    }
    const { current, plain, wrappedKey } = target;
    rejected.push(...conflictsOf(edit, current));
    const plan = planChanges(current, inputs[position] ?? edit.input, policy, edit.restored);
    rejected.push(...plan.errors.map((error) => rejectionOf({ id: edit.id, row: null }, error)));
    warnings.push(...plan.warnings.map((warning) => rejectionOf({ id: edit.id, row: null }, warning)));
    const key = () => ctx.deps.cipher.own.open(edit.id, wrappedKey);
    if (plan.changes.length > 0) changed.push({ id: edit.id, changes: plan.changes, current, plain, key });
  }
  if (rejected.length > 0) return { changed: [], rejected, warnings: [], locked, at };
  await writeChanges(ctx, changed, at, options);
  return { changed, rejected, warnings, locked, at };
}

/** Whether an edit needs to know the encrypted fields. */
function readsEncrypted({ input, was }: ClientEdit): boolean {
  return [...input.keys(), ...(was?.keys() ?? [])].some(({ isEncrypted }) => isEncrypted);
}

/**
 * The same for one client: returns the given fields as stored, with the warnings, or throws the error for rejected
 * values.
 */
export async function editClient(
  ctx: Context,
  edit: ClientEdit,
  options: WriteOptions = {},
): Promise<{ data: SavedClient; warnings?: Rejection[] }> {
  const { changed, rejected, warnings, locked, at } = await editClients(ctx, [edit], options);
  const before = locked.get(edit.id);
  if (rejected.length > 0 || !before) throw rejectionError(ctx, rejected);
  const written = new Map(changed.flatMap(({ changes }) => changes.map(valueWritten)));
  const fields = [...edit.input.keys()].map(({ name }) => {
    const value = written.get(name);
    return [name, value === undefined ? before.current(name) : value] as const;
  });
  const data = toSaved(edit.id, written.size > 0 ? at : before.updated_at, fields);
  return { data, ...warned(warnings) };
}

async function writeChanges(
  ctx: Context,
  changed: ChangedClient[],
  at: Date,
  options: WriteOptions,
): Promise<void> {
  if (changed.length === 0) return;
  const encrypted = await oldEncrypted(ctx, changed);
  const rows = changedRows(changed);
  const entries = changed.flatMap(({ id, changes, key }) =>
    changes.map(
      ({ field, from, to }): AuditEntry => ({
        action: options.action ?? 'updated',
        entity: 'client',
        entity_id: id,
        field: field.name,
        old_value: auditValue(key, id, field, from),
        new_value: auditValue(key, id, field, shown(field, to)),
        old_cipher: field.isSecurityCode ? null : (encrypted.get(id)?.[field.name] ?? null),
      }),
    ),
  );
  await Promise.all([repository.updateRows(ctx.db, rows, at), writeAudit(ctx, entries, options.operation)]);
  if (changed.some(assignsOwner)) {
    const written = changed.map(({ id, changes, current }) => ({
      ...nameIn(current),
      id,
      changes,
    }));
    await withdrawFromFormerOwners(ctx, written);
    if (!options.isRestore) await notifyNewOwners(ctx, written, options.operation);
  }
  const fields = [...new Set(changed.flatMap(({ changes }) => changes.map(({ field }) => field.name)))];
  await publishClientEvent(
    ctx,
    'updated',
    changed.map(({ id }) => id),
    fields,
  );
}

/**
 * The ciphertext replaced by a change of secrets, retained so that it can be restored without decrypting it.
 */
async function oldEncrypted(
  ctx: Context,
  changed: ChangedClient[],
): Promise<Map<number, Record<string, string | null>>> {
  const names = new Set(changed.flatMap(({ changes }) => changes.map(({ field }) => field.name)));
  const secrets = SECRET_FIELDS.filter((field) => names.has(field.name) && !field.isSecurityCode);
  if (secrets.length === 0) return new Map();
  const rows = await repository.findEncrypted(
    ctx.db,
    changed.map(({ id }) => id),
    secrets,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Creates clients, all or none; `row` is the caller's own key for each. */
export async function createClients(
  ctx: Context,
  inputs: { row: string; input: Map<CatalogField, unknown> }[],
  options: WriteOptions = {},
): Promise<{
  created: { row: string; id: number; changes: FieldChange[] }[];
  rejected: Rejection[];
  warnings: Rejection[];
}> {
  const policy = await policyOf(ctx, inputs, options);
  const cleaned = await cleanInputs(inputs);
  const plans = inputs.map(({ row, input }, position) => {
    return { row, input, ...planChanges(blankValue, cleaned[position] ?? input, policy) };
  });
  const ofRow = (row: string, all: ValueError[]) => all.map((one) => rejectionOf({ id: null, row }, one));
  const rejected = plans.flatMap(({ row, errors }) => ofRow(row, errors));
  const warnings = plans.flatMap((plan) => ofRow(plan.row, plan.warnings));
  if (rejected.length > 0) return { created: [], rejected, warnings: [] };
  const ids = await repository.nextIds(ctx.db, plans.length);
  const created = plans.map(({ row, input, changes }, position) => ({
    row,
    id: ids[position] ?? 0,
    changes: ownedFromStart(agentIdOf(ctx), input, changes),
  }));
  const keyed = created.map((one) => ({ one, ...ctx.deps.cipher.own.create(one.id) }));
  await repository.insertRows(
    ctx.db,
    keyed.map(({ one, key }) => createdRow(one, key)),
    { by: agentIdOf(ctx), at: ctx.deps.clock.now() },
  );
  await insertKeys(
    ctx.db,
    keyed.map(({ one, wrapped }) => ({ id: one.id, wrapped })),
  );
  await writeAudit(
    ctx,
    created.map(({ id }): AuditEntry => ({ action: 'created', entity: 'client', entity_id: id })),
    options.operation,
  );
  const written = created.map(({ id, changes }) => {
    const read = (name: FieldName) => changes.find(({ field }) => field.name === name)?.to;
    return { ...nameIn(read), id, changes };
  });
  await notifyNewOwners(ctx, written, options.operation);
  await publishClientEvent(ctx, 'created', ids);
  return { created, rejected, warnings };
}

/** A value as it would be written to any client; throws the error of the input `value` if it is invalid. */
export async function valueToWrite(ctx: Context, field: CatalogField, raw: unknown): Promise<FieldValue> {
  const edit = { input: new Map([[field, raw]]) };
  const [policy, [input = edit.input]] = await Promise.all([policyOf(ctx, [edit], {}), cleanInputs([edit])]);
  const { changes, errors } = planChanges(blankValue, input, policy);
  if (errors[0]) throw wrongField('value', errors[0].message);
  // An empty status is new, as in `planChanges`.
  return changes[0]?.to ?? (field.name === 'status' ? 'new' : blankValue(field.name));
}

const assignsOwner = ({ changes }: Pick<ChangedClient, 'changes'>): boolean =>
  changes.some(({ field }) => field === OWNER);

/** The name of a client for notifications. */
function nameIn(read: (name: FieldName) => FieldValue | undefined) {
  const text = (name: FieldName) => String(read(name) ?? '');
  return { first_name: text('client_first_name'), last_name: text('client_last_name') };
}

async function policyOf(
  ctx: Context,
  writes: Parameters<typeof agentValues>[0],
  { isRestore = false, confirmsNumbers = false }: WriteOptions,
): Promise<WritePolicy> {
  const values = agentValues(writes);
  return {
    rejectsCardSecurityCode: ctx.deps.config.CARD_SECURITY_CODE === 'refuse',
    today: brokerageDay(ctx.deps),
    isRestore,
    ...(confirmsNumbers ? { damagedNumbers: 'confirmed' as const } : {}),
    ...(values.length > 0 ? await findAssignableOwners(ctx.db, values) : { agents: [] }),
  };
}

export function publishClientEvent(
  ctx: Context,
  action: 'created' | 'updated' | 'deleted',
  ids: number[],
  fields?: string[],
): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'clients', action, ids, fields });
}
