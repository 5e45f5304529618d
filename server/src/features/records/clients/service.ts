import type * as endpoints from '@ledgerline/contract/clients/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  CLIENT_FIELDS,
  type FieldName,
  SECRET_FIELDS,
} from '@ledgerline/contract/clients/fields/catalog';
import type { ClientRecord, OwnerFilter } from '@ledgerline/contract/clients/schemas';
import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { consumeReveal } from '#features/people/agents/reveals/limit-reveals.ts';
import { revealReason } from '#features/settings/alert-settings.ts';
import { auditAction, noteOpened, writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, ClientActor, Context, Deps } from '#platform/context.ts';
import { deleteRelatedData } from '#platform/database/delete-related-data.ts';
import { withAccessScope } from '#platform/database/work.ts';
import { deleteEmailsOf } from '#platform/email/delete-emails.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { deleteStoredResponses } from '#platform/idempotency/idempotency.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { ledgerText } from './cached-text.ts';
import {
  createClients,
  editClient,
  publishClientEvent,
  rejectionError,
  warned,
} from './edits/edit-clients.ts';
import { lockClients } from './edits/lock-clients.ts';
import { byName } from './encryption/encrypt-stored.ts';
import { filledNames } from './encryption/encrypted-cells.ts';
import { recordDeletedClients } from './encryption/list-deleted.ts';
import { clientFilter } from './filter-columns.ts';
import { findFormer } from './merging/repository.ts';
import { canSeeClient } from './policy.ts';
import { readCells, toClientView, toRecord, toSaved } from './presenter.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { catalogInput, OWNER } from './rules.ts';

type Ctx = Context<AgentActor>;

/** A client's related data; the features that own those rows count them (composed in routes). */
interface RelatedCounts {
  sessions: number;
  documents: number;
  forms: number;
  invoices: number;
  policies: number;
}

/** Returns the counts of each of these clients. */
export type CountRelated = (ctx: Context, ids: readonly number[]) => Promise<(id: number) => RelatedCounts>;

export const isRelated = (counts: RelatedCounts): boolean => Object.values(counts).some((count) => count > 0);

export async function listClients(
  ctx: Ctx,
  query: QueryOf<typeof endpoints.listClients>,
): Promise<ReplyOf<typeof endpoints.listClients>> {
  const page = query.page === undefined ? { limit: 1000, offset: 0 } : pageOf(query.page, query.page_size);
  const onError = (error: unknown) => ctx.deps.log.warn({ err: error }, 'folding client counts failed');
  const view = {
    ...query,
    ...page,
    owner: ownerOf(ctx, query.owner),
    filter: await clientFilter(ctx, query.filter),
  };
  const { rows, counts } = await queries.findPage(ctx.db, view, onError);
  const total = counts[query.status];
  const truncated = query.page === undefined && rows.length < total;
  return { success: true, data: rows, total, counts, truncated };
}

/** The owner filter of a request, with `me` as the caller's ID. */
export function ownerOf(ctx: Ctx, owner: OwnerFilter | undefined): queries.OwnerId | undefined {
  return owner === 'me' ? ctx.actor.id : owner;
}

function pageOf(page: number, size: number): { limit: number; offset: number } {
  return { limit: size, offset: (page - 1) * size };
}

export async function searchClients(
  ctx: Ctx,
  query: QueryOf<typeof endpoints.searchClients>,
): Promise<ReplyOf<typeof endpoints.searchClients>> {
  return { success: true, data: await queries.searchByConditions(ctx.db, query) };
}

export async function getClient(
  ctx: Context<AgentActor | ClientActor>,
  id: number,
): Promise<{ success: true; data: ClientRecord | ReturnType<typeof toClientView> }> {
  if (!canSeeClient(ctx.actor, id)) throw new AppError('not_allowed');
  const record = await findClient(ctx, id);
  return { success: true, data: ctx.actor.kind === 'client' ? toClientView(record) : record };
}

/** The full record, secrets as masks; also used by other features. */
export async function findClient(ctx: Context, id: number): Promise<ClientRecord> {
  const row = await repository.findRecord(ctx.db, id);
  if (!row) throw new AppError('not_found', { message: 'Client not found.' });
  return toRecord(ctx.deps.cipher, row);
}

export async function createClient(
  ctx: Ctx,
  { confirm_numbers: confirmsNumbers, ...fields }: BodyOf<typeof endpoints.createClient>,
): Promise<ReplyOf<typeof endpoints.createClient>> {
  const outcome = await createClients(ctx, [{ row: '', input: catalogInput(fields) }], { confirmsNumbers });
  const id = outcome.created[0]?.id;
  if (id === undefined) throw rejectionError(ctx, outcome.rejected);
  // Includes a client that an agent created for a colleague and can no longer see.
  const data = await withAccessScope(undefined, () => findClient(ctx, id));
  return { success: true, id, data, ...warned(outcome.warnings) };
}

export async function updateClient(
  ctx: Ctx,
  id: number,
  { was = {}, confirm_numbers: confirmsNumbers, ...fields }: BodyOf<typeof endpoints.updateClient>,
): Promise<ReplyOf<typeof endpoints.updateClient>> {
  const seen = new Map(CLIENT_FIELDS.flatMap((field) => seenOf(field, was[field.name])));
  const edit = { id, input: catalogInput(fields), was: seen };
  return { success: true, ...(await editClient(ctx, edit, { confirmsNumbers })) };
}

/** Whether an update may remove the agent's access to the client, so that a retry could not read the client. */
export const changesOwner = (body: BodyOf<typeof endpoints.updateClient>): boolean => OWNER.name in body;

/** The response to a retry of an update: the current values of the fields that it sends. */
export async function readUpdated(
  ctx: Ctx,
  id: number,
  { was: _, confirm_numbers: _confirmed, ...fields }: BodyOf<typeof endpoints.updateClient>,
): Promise<ReplyOf<typeof endpoints.updateClient>> {
  const record = await findClient(ctx, id);
  noteOpened(ctx, 'client', id);
  const sent = [...catalogInput(fields).keys()].map(({ name }) => [name, record[name] ?? null] as const);
  return { success: true, data: toSaved(id, new Date(record.updated_at), sent) };
}

const seenOf = (field: CatalogField, was: FieldValue | undefined): [CatalogField, FieldValue][] =>
  was === undefined ? [] : [[field, was]];

export async function deleteClient(
  ctx: Ctx,
  id: number,
  countRelated: CountRelated,
): Promise<{ success: true; message: string }> {
  const [locked] = await lockClients(ctx, [id]);
  if (!locked) throw new AppError('not_found', { message: 'Client not found.' });
  const related = (await countRelated(ctx, [id]))(id);
  if (isRelated(related)) {
    throw new AppError('has_related_data', {
      message: 'This client has related data and cannot be deleted. Make the client inactive instead.',
      details: { ...related },
    });
  }
  await removeClients(ctx, [id]);
  return { success: true, message: 'Client deleted.' };
}

/**
 * Permanently deletes clients with their tasks, emails, log entries and what imports and built-in providers
 * stored about them, each with an audit row that contains IDs only, so that no name remains. Foreign keys
 * block rows with related data (409).
 */
export async function removeClients(ctx: Context, wanted: number[], operation?: string): Promise<void> {
  // Leaves out clients that the agent cannot see and clients that no longer exist.
  const ids = wanted.length === 0 ? [] : (await lockClients(ctx, wanted)).map(({ id }) => id);
  if (ids.length === 0) return;
  const tasks = await queries.findTasks(ctx.db, ids);
  const calls = await queries.findCalls(ctx.db, ids);
  // Clients that were merged into these are deleted with them.
  const everyone = [...ids, ...(await findFormer(ctx.db, ids)).map(({ id }) => id)];
  await deleteEmailsOf(ctx, everyone);
  await repository.deleteRows(ctx.db, ids, ctx.deps.clock.now());
  await recordDeletedClients(ctx, everyone);
  await deleteRelatedData(ctx, everyone);
  await deleteStoredResponses(ctx.db, ctx.deps.tokens, everyone);
  const entries = ids.map((id) => ({ action: 'deleted', entity: 'client', entity_id: id }));
  const gone = tasks.map(({ id }) => ({ action: 'deleted', entity: 'task', entity_id: id }));
  const logged = calls.map(({ id }) => ({ action: 'deleted', entity: 'call', entity_id: id }));
  await writeAudit(ctx, [...entries, ...gone, ...logged], operation);
  await publishClientEvent(ctx, 'deleted', ids);
  if (gone.length > 0) {
    await publishLiveEvent(ctx, { kind: 'tasks', action: 'deleted', ids: tasks.map(({ id }) => id) });
  }
}

export async function getRelatedData(
  ctx: Ctx,
  id: number,
  countRelated: CountRelated,
): Promise<{ success: true; data: RelatedCounts & { hasRelated: boolean } }> {
  await findClient(ctx, id);
  const counts = (await countRelated(ctx, [id]))(id);
  return { success: true, data: { ...counts, hasRelated: isRelated(counts) } };
}

/** One secret in plain text, logged with the agent who requested it. */
export async function revealClientField(
  ctx: Ctx,
  id: number,
  { field: name, reason }: BodyOf<typeof endpoints.revealClientField>,
): Promise<{ success: true; field: string; value: string | null }> {
  const field = CLIENT_FIELDS.find((candidate: CatalogField) => candidate.name === name);
  if (field?.kind !== 'secret') {
    throw wrongField('field', 'is not a secret field');
  }
  const [row] = await repository.findEncrypted(ctx.db, [id], [field]);
  if (!row) throw new AppError('not_found', { message: 'Client not found.' });
  const why = await revealReason(ctx, reason);
  await consumeReveal(ctx);
  await auditAction(ctx, 'revealed', 'client', id, { field: name, ...why, of_client: id });
  const encrypted = row[name];
  const value: FieldValue = encrypted
    ? ctx.deps.cipher.decrypt(encrypted, { table: 'clients', row: id, field: name }, row.wrapped_key)
    : null;
  return { success: true, field: name, value };
}

/**
 * The record with some secrets in plain text, for comparison on the server. Nothing is displayed, so
 * nothing is logged; callers must mask the values before they send them anywhere.
 */
export async function clientToCompare(ctx: Context, id: number, names: FieldName[]): Promise<ClientRecord> {
  const record = await findClient(ctx, id);
  const secrets = SECRET_FIELDS.filter(({ name }) => names.includes(name));
  const [encrypted] = await repository.findEncrypted(ctx.db, [id], secrets);
  const plain = secrets.map(({ name: field }) => {
    const text = encrypted?.[field];
    const aad = { table: 'clients', row: id, field };
    return [field, text ? ctx.deps.cipher.decrypt(text, aad, encrypted.wrapped_key) : null];
  });
  return { ...record, ...Object.fromEntries(plain) };
}

const TEXT_BATCH_SIZE = 500;

/**
 * Rebuilds missing cached texts in batches; returns how many. A client who cannot be read must not keep
 * filters from working for the others: no encrypted field counts as filled until the client can be read.
 */
export async function refreshLedgerTexts({
  database,
  cipher,
  log,
}: Pick<Deps, 'database' | 'cipher' | 'log'>): Promise<number> {
  const textOf = ([id, updated_at, ...stored]: [id: number, updated_at: Date, ...unknown[]]) => {
    try {
      const cells = readCells(cipher, [id, ...stored]);
      return { id, updated_at, text: ledgerText(cells), filled: filledNames(byName(cells)) };
    } catch (error) {
      log.error({ err: error, client: id }, 'the encrypted fields of a client could not be read');
      return { id, updated_at, text: null, filled: ',' };
    }
  };
  let refreshed = 0;
  for (let after = 0; ; ) {
    const rows = await repository.findStaleTexts(database, after, TEXT_BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return refreshed;
    refreshed += await repository.writeTexts(database, rows.map(textOf));
    after = last[0];
  }
}

export { wireText } from './cached-text.ts';
export { ENCRYPTED_SELECT, findKeys as findClientKeys } from './encryption/repository.ts';
export { CLIENT_STATUS, shownPolicyStatus } from './filter-columns.ts';
export { findPeople } from './matching/queries.ts';
export { findMerged } from './merging/queries.ts';
export {
  cellReader,
  readColumn,
  readSomeCells,
  storedCells,
  TEXT_SELECT,
} from './presenter.ts';
export {
  clientName,
  countByCreator as countClientsByAgent,
  type OwnerId,
  ownerCondition,
  searchCondition,
  searchPatterns,
  statusCondition,
} from './queries.ts';
