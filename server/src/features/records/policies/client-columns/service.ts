import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { PolicyTarget } from '@ledgerline/contract/imports/policy-columns';
import type * as endpoints from '@ledgerline/contract/policies/client-columns/endpoints';
import { MAX_COLUMN_POLICIES } from '@ledgerline/contract/policies/client-columns/endpoints';
import { dateDisplay } from '@ledgerline/contract/rules';
import {
  followsCalendarYear,
  POLICY_LINE_LABELS,
  POLICY_STATUS_LABELS,
} from '@ledgerline/contract/rules/policies';
import { createImport } from '#features/records/imports/kinds/create-import.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { assertFreeSpace } from '#platform/storage/free-space.ts';
import { Groups } from './group-plans.ts';
import { type NamedCarriers, namedCarriers } from './names/rules.ts';
import * as queries from './queries.ts';
import { type ColumnPolicy, candidatesOf, isPolicyOf, keyOf, policiesOf } from './rules.ts';

type Ctx = Context<AgentActor>;

/** The plans and premiums in the columns of the clients that the agent can see, grouped. */
export async function listColumnPlans(ctx: Ctx): Promise<ReplyOf<typeof endpoints.listColumnPlans>> {
  const known = namedCarriers(await queries.usedCarriers(ctx.db));
  const groups = new Groups();
  for await (const page of queries.readClientColumns(ctx.db)) {
    const policies = await queries.policyNames(ctx.db, page);
    for (const client of page) {
      const { candidates, leftOut } = candidatesOf(client, known);
      const existing = policies.get(client.id) ?? [];
      for (const candidate of candidates) groups.addPlan(client, candidate, isPolicyOf(candidate, existing));
      for (const value of leftOut) groups.addLeftOut(client, value);
    }
  }
  return { success: true, ...groups.lists(), carriers: known.all };
}

const MAPPING = [
  ...(['policy_client_id', 'client_first_name', 'client_last_name', 'policy_line'] as const),
  ...(['policy_carrier', 'policy_plan', 'policy_premium', 'policy_effective_date'] as const),
  ...(['policy_end_date', 'policy_status', 'policy_agent', 'policy_notes'] as const),
] satisfies (PolicyTarget | 'client_first_name' | 'client_last_name')[];

type Body = BodyOf<typeof endpoints.importColumnPlans>;

/** Creates an import of the policies that the chosen plans become, and starts its check. */
export async function importColumnPlans(
  ctx: Ctx,
  body: Body,
): Promise<ReplyOf<typeof endpoints.importColumnPlans>> {
  await assertFreeSpace(ctx.deps);
  const known = namedCarriers(await queries.usedCarriers(ctx.db));
  const seen = new Set<string>();
  const file_name = `Client columns ${dateDisplay(brokerageDay(ctx.deps))}`;
  const table = { kind: 'policies' as const, file_name, mapping: MAPPING };
  const { id } = await createImport(ctx, table, policyRows(ctx, body, known, seen));
  const missing = body.plans.filter(({ key }) => !seen.has(key)).length;
  if (missing > 0) {
    const message =
      missing === 1
        ? 'The columns have changed: no client has one of the chosen plans. Review the plans again.'
        : `The columns have changed: no client has ${missing} of the chosen plans. Review the plans again.`;
    throw new AppError('wrong_state', { message });
  }
  return { success: true, id };
}

/** `seen` collects the chosen plans that clients have. */
async function* policyRows(
  ctx: Ctx,
  body: Body,
  known: NamedCarriers,
  seen: Set<string>,
): AsyncGenerator<string[][]> {
  const choices = new Map(body.plans.map((plan) => [plan.key, plan]));
  let count = 0;
  for await (const page of queries.readClientColumns(ctx.db)) {
    const rows = page.flatMap((client) => {
      const { candidates } = candidatesOf(client, known);
      for (const key of candidates.map(keyOf)) if (choices.has(key)) seen.add(key);
      return policiesOf(candidates, choices).map((policy) => cellsOf(client, policy, body));
    });
    count += rows.length;
    if (count > MAX_COLUMN_POLICIES) {
      const message = `These plans are more than ${MAX_COLUMN_POLICIES.toLocaleString('en-US')} policies. Choose fewer plans.`;
      throw new AppError('validation_failed', { message });
    }
    yield rows;
  }
}

/** In the order of MAPPING. */
function cellsOf(client: queries.ClientColumns, policy: ColumnPolicy, body: Body): string[] {
  const { line, carrier, plan_name, amounts, agent_of_record, notes } = policy;
  const hasTerm = followsCalendarYear(line);
  const cents = amounts[0]?.cents;
  return [
    ...[String(client.id), client.client_first_name ?? '', client.client_last_name ?? ''],
    ...[POLICY_LINE_LABELS[line], carrier, plan_name],
    ...[cents === undefined ? '' : (cents / 100).toFixed(2)],
    ...[hasTerm ? (body.effective_date ?? '') : '', hasTerm ? (body.end_date ?? '') : ''],
    ...[POLICY_STATUS_LABELS[body.status], agent_of_record, notes],
  ];
}
