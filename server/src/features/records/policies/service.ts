import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/policies/endpoints';
import { POLICY_FILTER_FIELDS } from '@ledgerline/contract/policies/filter-fields';
import { lastFour } from '@ledgerline/contract/rules';
import { consumeReveal } from '#features/people/agents/reveals/limit-reveals.ts';
import { lockClients } from '#features/records/clients/edits/lock-clients.ts';
import { findClient, findClientKeys } from '#features/records/clients/service.ts';
import { revealReason } from '#features/settings/alert-settings.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import { type AgentActor, agentIdOf, brokerageDay, type Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { applyFilter } from '#platform/database/filter-condition.ts';
import { countByClient } from '#platform/database/rows.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { attachDocuments, attachedTo, coverClients } from './cover-clients.ts';
import { NUMBER_KIND, numberMask, toPolicy } from './presenter.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

export { numberMask } from './presenter.ts';
export { IS_RENEWABLE, NET_PREMIUM } from './queries.ts';

type Ctx = Context<AgentActor>;

export async function listClientPolicies(
  ctx: Ctx,
  clientId: number,
): Promise<ReplyOf<typeof endpoints.listClientPolicies>> {
  await findClient(ctx, clientId);
  const rows = await queries.listOfClient(ctx.db, clientId);
  const attached = await queries.findAttached(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return { success: true, policies: rows.map((row) => toPolicy(row, attached.get(row.id))) };
}

export async function listPolicies(
  ctx: Ctx,
  { filter, page, page_size, ...view }: QueryOf<typeof endpoints.listPolicies>,
): Promise<ReplyOf<typeof endpoints.listPolicies>> {
  const today = brokerageDay(ctx.deps);
  const found = await queries.findPage(ctx.db, {
    ...view,
    today,
    fields: applyFilter(ctx, filter, POLICY_FILTER_FIELDS),
    limit: page_size,
    offset: (page - 1) * page_size,
  });
  return { success: true, ...found, open_renewals: await queries.countOpenRenewals(ctx.db, today) };
}

export const countClientPolicies = (db: Database, ids: readonly number[]): Promise<Map<number, number>> =>
  countByClient(db, 'policies', ids);

export async function createPolicy(
  ctx: Ctx,
  client_id: number,
  { policy_number, covered_client_ids, document_ids, ...input }: BodyOf<typeof endpoints.createPolicy>,
): Promise<ReplyOf<typeof endpoints.createPolicy>> {
  const [client] = await lockClients(ctx, [client_id], { withEncrypted: false });
  if (!client) throw new AppError('not_found', { message: 'Client not found.' });
  await assertAgentExists(ctx, input.agent_of_record_id);
  const row = await insertPolicy(ctx, { ...input, client_id }, policy_number, covered_client_ids);
  const documents = await attachDocuments(ctx, row, [], document_ids);
  if (documents) await auditDocuments(ctx, row, documents);
  return { success: true, id: row.id, policy: toPolicy(row, await attachedTo(ctx, row.id)) };
}

type PolicyInput = Omit<repository.NewPolicy, 'created_at' | 'created_by' | 'updated_at'>;

/** The number is encrypted once the row has its id, to which the ciphertext is bound. */
export async function insertPolicy(
  ctx: Context,
  input: PolicyInput,
  policyNumber: string,
  coveredIds: readonly number[] = [],
): Promise<repository.PolicyRow> {
  const now = ctx.deps.clock.now();
  const inserted = await repository.insertPolicy(ctx.db, {
    ...input,
    created_by: agentIdOf(ctx),
    created_at: now,
    updated_at: now,
  });
  const number = await encryptedNumber(ctx, inserted, policyNumber);
  if (policyNumber !== '') await repository.changePolicy(ctx.db, inserted.id, number);
  const row = { ...inserted, ...number };
  const covered = await coverClients(ctx, row, [], coveredIds);
  await auditAction(ctx, 'created', 'policy', row.id, {
    new_value: { ...auditSummary(row), ...(covered && { covered_client_ids: covered.after }) },
    of_client: row.client_id,
  });
  await publish(ctx, 'created', row.id);
  return row;
}

const aadOf = ({ id, client_id }: { id: number; client_id: number }) => ({
  table: 'clients',
  row: client_id,
  field: `policies/${id}/policy_number`,
});

async function encryptedNumber(
  ctx: Context,
  policy: { id: number; client_id: number },
  text: string,
): Promise<Pick<repository.PolicyRow, 'policy_number' | 'shown_number'>> {
  if (text === '') return { policy_number: null, shown_number: '' };
  const wrapped = (await findClientKeys(ctx.db, [policy.client_id])).get(policy.client_id);
  if (wrapped === undefined) throw new Error(`client ${policy.client_id} has no key`);
  return {
    policy_number: ctx.deps.cipher.own.open(policy.client_id, wrapped).encrypt(text, aadOf(policy)),
    shown_number: lastFour({ kind: NUMBER_KIND, value: text }),
  };
}

/** The number in plain text, for reveals and matching; null without one. */
export async function openNumber(ctx: Context, row: repository.PolicyRow): Promise<string | null> {
  if (row.policy_number === null) return null;
  const keys = await findClientKeys(ctx.db, [row.client_id]);
  return ctx.deps.cipher.decrypt(row.policy_number, aadOf(row), keys.get(row.client_id));
}

/** The numbers of many policies in plain text, by policy. One that cannot be read is left out: it must not stop an import. */
export async function openNumbers(
  ctx: Context,
  rows: readonly repository.PolicyRow[],
): Promise<Map<number, string>> {
  const keys = await findClientKeys(ctx.db, [...new Set(rows.map(({ client_id }) => client_id))]);
  const numbers = new Map<number, string>();
  for (const row of rows) {
    if (row.policy_number === null) continue;
    try {
      const key = keys.get(row.client_id);
      numbers.set(row.id, ctx.deps.cipher.decrypt(row.policy_number, aadOf(row), key));
    } catch (error) {
      ctx.deps.log.error({ err: error, policy: row.id }, 'the number of a policy could not be read');
    }
  }
  return numbers;
}

/** With a new end date the renewal starts over, without a next term. */
type Renewal = Partial<Pick<repository.PolicyRow, 'renewal_status' | 'lost_reason' | 'next_policy_id'>>;
const NEW_RENEWAL: Renewal = { renewal_status: 'to_contact', lost_reason: '', next_policy_id: null };

/** An unchanged policy is never stale: a repeat of a save whose response was lost succeeds. */
export function assertNotStale(row: repository.PolicyRow, seenAt: string | undefined): void {
  if (seenAt === undefined || Date.parse(seenAt) === row.updated_at.getTime()) return;
  throw new AppError('conflict', {
    message: 'This policy was changed in the meantime. Open it again to see the current values.',
  });
}

async function assertAgentExists(ctx: Context, id: number | null | undefined): Promise<void> {
  if (typeof id === 'number' && !(await queries.agentExists(ctx.db, id)))
    throw wrongField('agent_of_record_id', 'no longer exists. Choose another agent');
}

export async function updatePolicy(
  ctx: Context,
  id: number,
  {
    policy_number,
    covered_client_ids,
    document_ids,
    seen_at,
    ...input
  }: BodyOf<typeof endpoints.updatePolicy>,
  newRenewal: Renewal = NEW_RENEWAL,
): Promise<ReplyOf<typeof endpoints.updatePolicy>> {
  const row = await lockPolicy(ctx, id);
  const changes = { ...changesTo(row, input), ...(await numberChange(ctx, row, policy_number)) };
  const attached = await attachedTo(ctx, id);
  const covered = await coverClients(ctx, row, attached.covered_clients, covered_client_ids);
  const documents = await attachDocuments(ctx, row, attached.documents, document_ids);
  if (Object.keys(changes).length === 0 && !covered && !documents)
    return { success: true, policy: toPolicy(row, attached) };
  assertNotStale(row, seen_at);
  assertDates({ ...row, ...changes });
  await assertAgentExists(ctx, changes.agent_of_record_id);
  const renewal = changes.end_date === undefined ? {} : changesTo(row, newRenewal);
  const all = { ...changes, ...renewal };
  const updated = { ...row, ...all, updated_at: ctx.deps.clock.now() };
  await repository.changePolicy(ctx.db, id, { ...all, updated_at: updated.updated_at });
  await auditChanges(
    ctx,
    'policy',
    { ...withoutNumber(row), ...(covered && { covered_client_ids: covered.before }) },
    { ...withoutNumber(all), ...(covered && { covered_client_ids: covered.after }) },
  );
  if (documents) await auditDocuments(ctx, row, documents);
  await publish(ctx, 'updated', id);
  const current = covered || documents ? await attachedTo(ctx, id) : attached;
  return { success: true, policy: toPolicy(updated, current) };
}

const auditDocuments = (
  ctx: Context,
  row: repository.PolicyRow,
  { before, after }: { before: number[]; after: number[] },
): Promise<void> => {
  const { id, client_id } = row;
  const from = { id, client_id, document_ids: before };
  return auditChanges(ctx, 'policy', from, { document_ids: after });
};

/** Compares the stored row, because a request may contain only one of the two dates. */
function assertDates({ effective_date, end_date }: repository.PolicyRow): void {
  if (effective_date !== null && end_date !== null && end_date < effective_date)
    throw wrongField('end_date', 'The end date is before the effective date');
}

/** Nothing if the number is left out or the same: a new ciphertext alone is not a change. */
async function numberChange(ctx: Context, row: repository.PolicyRow, text: string | undefined) {
  if (text === undefined || text === ((await openNumber(ctx, row)) ?? '')) return {};
  return encryptedNumber(ctx, row, text);
}

/** The audit log shows the mask of the number, as for secrets of clients. */
function withoutNumber<Row extends Partial<repository.PolicyRow>>(row: Row) {
  const { policy_number: _, shown_number, ...rest } = row;
  return shown_number === undefined ? rest : { ...rest, policy_number: numberMask(shown_number) };
}

export async function deletePolicy(ctx: Context, id: number): Promise<{ success: true; message: string }> {
  const row = await lockPolicy(ctx, id);
  await repository.removePolicy(ctx.db, id);
  // The policy that it followed can get another next term.
  await repository.forgetNext(ctx.db, id);
  await auditAction(ctx, 'deleted', 'policy', id, { old_value: auditSummary(row), of_client: row.client_id });
  await publish(ctx, 'deleted', id);
  return { success: true, message: 'Policy deleted.' };
}

export async function revealPolicyNumber(
  ctx: Ctx,
  id: number,
  { reason }: BodyOf<typeof endpoints.revealPolicyNumber>,
): Promise<ReplyOf<typeof endpoints.revealPolicyNumber>> {
  const row = await lockPolicy(ctx, id);
  const why = await revealReason(ctx, reason);
  await consumeReveal(ctx);
  const change = { field: 'policy_number', ...why, of_client: row.client_id };
  await auditAction(ctx, 'revealed', 'policy', id, change);
  return { success: true, value: await openNumber(ctx, row) };
}

/** Every number of a client's policies in plain text, by policy, each a reveal of its own. */
export async function revealAllNumbers(ctx: Ctx, clientId: number): Promise<Map<number, string>> {
  const numbers = new Map<number, string>();
  for (const row of await queries.listOfClient(ctx.db, clientId)) {
    const number = await openNumber(ctx, row);
    if (number === null) continue;
    await consumeReveal(ctx);
    await auditAction(ctx, 'revealed', 'policy', row.id, { field: 'policy_number', of_client: clientId });
    numbers.set(row.id, number);
  }
  return numbers;
}

/** The row, locked until the transaction ends. */
export async function lockPolicy(ctx: Context, id: number): Promise<repository.PolicyRow> {
  const row = await repository.lockPolicy(ctx.db, id);
  if (!row) throw new AppError('not_found', { message: 'Policy not found.' });
  return row;
}

/** For the audit log: the values without bookkeeping. */
function auditSummary(row: repository.PolicyRow): object {
  const { created_at: _, updated_at: __, created_by: ___, ...values } = withoutNumber(row);
  return values;
}

export function publish(ctx: Context, action: 'created' | 'updated' | 'deleted', id: number): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'policies', action, ids: [id] });
}
