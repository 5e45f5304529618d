import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import type * as endpoints from '@ledgerline/contract/clients/merging/endpoints';
import {
  type MergeChoices,
  type MovedCounts,
  PAYMENT_CARD_FIELDS,
} from '@ledgerline/contract/clients/merging/endpoints';
import {
  differentNotes,
  joinNotes,
  joinProblem,
  KEEP_ALL,
} from '@ledgerline/contract/clients/merging/join-notes';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import {
  CLIENT_REFERENCES,
  lockRunningImports,
  type MovedRows,
  moveReferences,
} from '#platform/database/client-references.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { editClient, publishClientEvent } from '../edits/edit-clients.ts';
import { type LockedClient, lockClients } from '../edits/lock-clients.ts';
import { findEncrypted } from '../repository.ts';
import { encryptForClient } from './encrypt-moved.ts';
import { missingClient } from './preview-merge.ts';
import { readSecrets } from './read-secrets.ts';
import * as repository from './repository.ts';
import { chosenFields } from './rules.ts';

type Ctx = Context<AgentActor>;
type Body = BodyOf<typeof endpoints.mergeClients>;

const CVC = fieldNamed('cvc');

/** The operations of a merge and of its undo in the audit log. */
export const operationsOf = (mergeId: number) => ({
  done: `merge:${mergeId}`,
  undone: `merge:${mergeId}:undo`,
});

/**
 * Merges clients into one: writes the chosen values to it, moves everything that belongs to the others, and stores the
 * others with their keys, for the undo and for their audit log. All in one transaction, with every client locked.
 */
export async function mergeClients(ctx: Ctx, body: Body): Promise<ReplyOf<typeof endpoints.mergeClients>> {
  const { into, others } = body;
  assertDifferent(into, others);
  const choices = withWholeCard(body.choices);
  await lockRunningImports(ctx.db);
  const clients = await lockAll(ctx, [into, ...others], body.seen);
  const at = ctx.deps.clock.now();
  const { id: agent_id, name: agent_name } = ctx.actor;
  const input = await chosenValues(ctx, clients, into, choices);
  // The audit log never stores a security code, which the undo has to restore.
  const replaced_cvc = input.has(CVC) ? ((await findEncrypted(ctx.db, [into], [CVC]))[0]?.cvc ?? null) : null;
  const mergeId = await repository.insertMerge(ctx.db, { into, agent_id, agent_name, at, replaced_cvc });
  const operation = operationsOf(mergeId).done;
  if (input.size > 0) await editClient(ctx, { id: into, input }, { operation, isRestore: true });
  await repository.touchClient(ctx.db, into, at);
  const result = await moveReferences(ctx.db, others, into);
  await encryptForClient(ctx, result.moved, { to: into, of: others });
  await repository.saveMoved(ctx.db, mergeId, result);
  await repository.storeMerged(ctx.db, { id: mergeId, into, others });
  await writeAudit(
    ctx,
    [
      { action: 'merged', entity: 'client', entity_id: into, new_value: others },
      ...others.map((id) => ({ action: 'merged_into', entity: 'client', entity_id: id, new_value: into })),
    ],
    operation,
  );
  await publishClientEvent(ctx, 'deleted', [...others]);
  await publishMoved(ctx, into);
  return { success: true, merge_id: mergeId, id: into, moved: countMoved(result.moved) };
}

function assertDifferent(into: number, others: readonly number[]): void {
  if (others.includes(into)) throw wrongField('others', 'must not name the client itself');
  if (new Set(others).size < others.length) throw wrongField('others', 'must name each client once');
}

/** A card is chosen as a whole. */
function withWholeCard(choices: MergeChoices): MergeChoices {
  const [from, another] = new Set(PAYMENT_CARD_FIELDS.flatMap((name) => choices[name] ?? []));
  if (another !== undefined) {
    throw wrongField('choices.card_number', 'must name the same client as the other fields of the card');
  }
  return from === undefined
    ? choices
    : { ...choices, ...Object.fromEntries(PAYMENT_CARD_FIELDS.map((name) => [name, from])) };
}

/** Locks the clients and returns them in this order; rejects the merge if one is gone or is no longer as the agent saw it. */
async function lockAll(ctx: Ctx, ids: number[], seen: Body['seen']): Promise<Map<number, LockedClient>> {
  const locked = await lockClients(ctx, ids);
  if (locked.length < ids.length) throw await missingClient(ctx, ids);
  const isChanged = ({ id, updated_at }: LockedClient) => seen[id] !== updated_at.toISOString();
  if (locked.some(isChanged)) {
    throw new AppError('conflict', {
      message:
        'One of these clients was changed in the meantime. Check the values again. Nothing was merged.',
    });
  }
  return new Map(
    locked.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map((one) => [one.id, one]),
  );
}

/** The chosen values in plain text: they are encrypted again, under the key of the remaining client. */
async function chosenValues(
  ctx: Ctx,
  clients: ReadonlyMap<number, LockedClient>,
  into: number,
  choices: MergeChoices,
): Promise<Map<CatalogField, FieldValue>> {
  const input = new Map<CatalogField, FieldValue>();
  const secrets: { field: CatalogField; from: number }[] = [];
  for (const { field, from } of chosenFields(into, choices)) {
    if (from === KEEP_ALL) {
      input.set(field, joinedNotes(field, clients));
      continue;
    }
    const client = clients.get(from);
    if (!client) throw wrongField(`choices.${field.name}`, 'must name one of these clients');
    if (field.kind === 'secret') secrets.push({ field, from });
    else input.set(field, client.current(field.name));
  }
  if (secrets.length === 0) return input;
  const plain = await readSecrets(
    ctx,
    [...new Set(secrets.map(({ from }) => from))],
    secrets.map(({ field }) => field),
  );
  const refused = ctx.deps.config.CARD_SECURITY_CODE === 'refuse';
  for (const { field, from } of secrets) {
    input.set(field, field.isSecurityCode && refused ? null : (plain.get(from)?.[field.name] ?? null));
  }
  return input;
}

/** The text of the remaining client first, then of the others as the agent saw them. */
function joinedNotes(field: CatalogField, clients: ReadonlyMap<number, LockedClient>): string {
  const joined = joinNotes(differentNotes([...clients.values()].map(({ current }) => current(field.name))));
  const problem = joinProblem(joined, field);
  if (problem !== null) throw wrongField(`choices.${field.name}`, problem);
  return joined;
}

/** How many records of each kind moved. */
export function countMoved(moved: readonly MovedRows[]): MovedCounts {
  const counts: MovedCounts = {};
  for (const { table, column, ids } of moved) {
    const kind = CLIENT_REFERENCES.find((one) => one.table === table && one.column === column)?.kind;
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + ids.length;
  }
  return counts;
}

const MOVED_KINDS = [
  ...(['submissions', 'sessions', 'documents', 'tasks', 'calls', 'today', 'mail', 'invoices'] as const),
  ...(['recurring_payments', 'policies', 'notices', 'reminders'] as const),
];

/** Makes open screens refetch the client and all records that moved. */
export async function publishMoved(ctx: Ctx, clientId: number): Promise<void> {
  await publishClientEvent(ctx, 'updated', [clientId]);
  for (const kind of MOVED_KINDS) await publishLiveEvent(ctx, { kind, action: 'updated' });
}
