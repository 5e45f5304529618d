import { failureReason } from '#features/records/bulk-actions/one-by-one.ts';
import { lockClients } from '#features/records/clients/edits/lock-clients.ts';
import type { RecordImporter, RecordRow } from '#features/records/imports/kinds/import-records.ts';
import { REPEATED } from '#features/records/imports/planning/rules.ts';
import { failure, type RecordReading, warning } from '#features/records/imports/rules.ts';
import type { Context } from '#platform/context.ts';
import { pick } from '#platform/pick.ts';
import * as queries from '../queries.ts';
import * as repository from '../repository.ts';
import { deletePolicy, insertPolicy, updatePolicy } from '../service.ts';
import { EarlierRows } from './earlier-rows.ts';
import { type PolicyPlan, planPolicies } from './plan-policies.ts';

type Done = Awaited<ReturnType<RecordImporter['run']>>[number];
type Before = NonNullable<Awaited<ReturnType<typeof repository.findImported>>>['before'] & object;
type Reverted = Awaited<ReturnType<RecordImporter['revert']>>[number];

/** How rows of a file become policies (decision 134). */
export const policyImporter: RecordImporter = {
  planner(reading) {
    const isOnlyNew = reading.duplicates === 'skip';
    const earlier = new EarlierRows(reading);
    return async (ctx, rows) =>
      (await planPolicies(ctx, rows, reading)).map((plan) => {
        const { row, outcome, findings, matches } = plan;
        const planned = { id: row.id, matches };
        const isRepeated = earlier.concern(plan);
        if (!isRepeated) earlier.add(plan);
        if (!isRepeated || (isOnlyNew && outcome !== 'created'))
          return { ...planned, plan: outcome, findings };
        if (isOnlyNew) return { ...planned, plan: 'skipped', findings: [...findings, SAME_AS_EARLIER] };
        // The run compares again with what the earlier row has written.
        return { ...planned, plan: 'updated', findings: [...findings, REPEATED] };
      });
  },

  async run(ctx, rows, reading) {
    const done: Done[] = [];
    const locked = new Map<number, boolean>();
    // Rows about one policy are written one after the other, each compared with what the last one wrote.
    for (let left = rows; left.length > 0; ) {
      const waiting: RecordRow[] = [];
      const earlier = new EarlierRows(reading);
      for (const plan of await planLocked(ctx, left, reading, locked)) {
        const mustWait = earlier.concern(plan);
        if (mustWait) waiting.push(plan.row);
        else done.push(await write(ctx, plan));
        if (mustWait || plan.outcome !== 'skipped') earlier.add(plan);
      }
      left = waiting;
    }
    return done;
  },

  async revert(ctx, rows) {
    const reverted: Reverted[] = [];
    for (const row of rows) {
      const error = await ctx.db.savepoint(async () => {
        reverted.push(await revertRow(ctx, row));
      });
      if (error === null) continue;
      reverted.push(kept(row, `The policy was not reverted: ${failureReason(ctx, error)}`));
    }
    return reverted;
  },
};

function doneRow({ row, outcome, findings, client_id }: PolicyPlan): Done {
  // The check has stored the same findings, except what has changed since.
  const known = new Set(row.findings.map(({ message }) => message));
  const added = findings.filter(({ message }) => !known.has(message));
  return { id: row.id, outcome, client_id, findings: [...row.findings, ...added] };
}

const SAME_AS_EARLIER = warning('An earlier row has a policy of the same carrier and line at that time');
const GONE = failure('The client was deleted or merged during the import');

/**
 * Plans again once the clients and their policies are locked, so that nothing is saved, created, merged or deleted between a plan
 * and its writing. `locked` has the clients of earlier calls, false for those who no longer existed.
 */
async function planLocked(
  ctx: Context,
  rows: RecordRow[],
  reading: RecordReading,
  locked: Map<number, boolean>,
): Promise<PolicyPlan[]> {
  for (;;) {
    const plans = await planPolicies(ctx, rows, reading);
    const clientIds = new Set(plans.flatMap(({ client_id }) => client_id ?? []));
    const missing = [...clientIds].filter((id) => !locked.has(id));
    if (missing.length === 0)
      return plans.map((plan) =>
        plan.client_id === null || locked.get(plan.client_id)
          ? plan
          : { ...plan, outcome: 'refused', client_id: null, findings: [...plan.findings, GONE] },
      );
    const found = new Set((await lockClients(ctx, missing, { withEncrypted: false })).map(({ id }) => id));
    for (const id of missing) locked.set(id, found.has(id));
    await queries.lockOfClients(ctx.db, missing);
  }
}

async function write(ctx: Context, plan: PolicyPlan): Promise<Done> {
  const { row, outcome, policy, values, policy_number, client_id } = plan;
  if (client_id === null || outcome === 'refused' || outcome === 'skipped') return doneRow(plan);
  if (policy) {
    const before = pick(policy, [...REVERTED, ...RENEWAL]);
    const isNumbered = policy_number !== '' && policy.policy_number === null;
    const saved = await updatePolicy(ctx, policy.id, { ...values, ...(isNumbered && { policy_number }) });
    const stored = { ...before, ...(isNumbered && { policy_number: '' as const }) };
    await repository.recordImported(ctx.db, {
      ...{ import_row_id: row.id, policy_id: policy.id, before: stored },
      ...{ saved_at: new Date(saved.policy.updated_at), seen_at: policy.updated_at },
    });
    return doneRow(plan);
  }
  const created = await insertPolicy(ctx, { ...NEW, ...values, client_id }, policy_number);
  await repository.recordImported(ctx.db, {
    ...{ import_row_id: row.id, policy_id: created.id, before: null },
    ...{ saved_at: created.updated_at, seen_at: null },
  });
  return doneRow(plan);
}

/** What an import can change and a revert restores. */
const REVERTED = [
  ...(['line', 'carrier', 'plan_name', 'plan_type', 'effective_date', 'end_date', 'status'] as const),
  ...(['premium_cents', 'subsidy_cents', 'agent_of_record_id', 'notes'] as const),
] as const;

/** Another end date starts it again. */
const RENEWAL = ['renewal_status', 'lost_reason', 'next_policy_id'] as const;

const NEW = {
  ...{ line: 'other', carrier: '', plan_name: '', plan_type: '', status: 'active', notes: '' },
  covered: ['client'],
} satisfies Partial<repository.NewPolicy>;

const kept = ({ id, findings }: RecordRow, message: string): Reverted => ({
  ...{ id, revert: 'kept' },
  findings: [...findings, warning(message)],
});

/** A policy that was changed since stays as it is: like a stale editor, it is not compared field by field. */
async function revertRow(ctx: Context, row: RecordRow): Promise<Reverted> {
  const { id, findings } = row;
  const imported = await repository.findImported(ctx.db, id);
  const policy = imported && (await repository.lockPolicy(ctx.db, imported.policy_id));
  if (!imported || !policy)
    return { id, revert: 'reverted', findings: [...findings, warning('The policy was already deleted')] };
  if (policy.updated_at.getTime() !== imported.saved_at.getTime())
    return kept(row, 'The policy was changed after the import and was not reverted');
  if (imported.before === null) {
    await deletePolicy(ctx, policy.id);
    return { id, revert: 'reverted', findings };
  }
  const { missing, values, renewal } = await restorable(ctx, imported.before);
  const saved = await updatePolicy(ctx, policy.id, values, renewal);
  await repository.renewImported(ctx.db, imported, new Date(saved.policy.updated_at));
  return { id, revert: 'reverted', findings: [...findings, ...missing.map((message) => warning(message))] };
}

/** The former values without references to what was deleted since. */
async function restorable(
  ctx: Context,
  { renewal_status, lost_reason, next_policy_id = null, agent_of_record_id, ...before }: Before,
) {
  const hasNext = next_policy_id !== null && (await repository.lockPolicy(ctx.db, next_policy_id));
  const isGone =
    typeof agent_of_record_id === 'number' && !(await queries.agentExists(ctx.db, agent_of_record_id));
  return {
    values: { ...before, ...(!isGone && { agent_of_record_id }) },
    renewal: renewal_status && {
      renewal_status,
      lost_reason,
      next_policy_id: hasNext ? next_policy_id : null,
    },
    missing: isGone ? ['The former agent of record was deleted and could not be assigned again'] : [],
  };
}
