import type { BodyOf } from '@ledgerline/contract/endpoint';
import { POLICY_TARGET_LABELS } from '@ledgerline/contract/imports/policy-columns';
import type { exportPolicies as endpoint } from '@ledgerline/contract/policies/endpoints';
import { POLICY_FILTER_FIELDS } from '@ledgerline/contract/policies/filter-fields';
import { csvDollars, csvHeader, csvRow } from '@ledgerline/contract/rules/csv';
import {
  POLICY_LINE_LABELS,
  policyStatusLabel,
  RENEWAL_STATUS_LABELS,
} from '@ledgerline/contract/rules/policies';
import { findAgentNames } from '#features/people/agents/find-agents.ts';
import { auditExport } from '#platform/audit/audit-export.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { applyFilter } from '#platform/database/filter-condition.ts';
import { asWork } from '#platform/database/work.ts';
import * as queries from './queries.ts';

const BATCH = 1000;

const LABELS = POLICY_TARGET_LABELS;
/** Named as an import reads them. */
const HEADERS = [
  ...[LABELS.policy_client_id, 'Client', LABELS.policy_line, LABELS.policy_carrier, LABELS.policy_plan],
  ...[LABELS.policy_plan_type, LABELS.policy_number, LABELS.policy_effective_date, LABELS.policy_end_date],
  ...[LABELS.policy_status, LABELS.policy_premium, LABELS.policy_subsidy, 'Renewal', 'Reason it was lost'],
  ...[LABELS.policy_agent, LABELS.policy_notes],
];

/** CSV lines of the list, in batches; numbers are masked, as in the list. */
export async function* exportPolicies(
  ctx: Context<AgentActor>,
  { filter, q, ...view }: BodyOf<typeof endpoint>,
): AsyncGenerator<string> {
  const today = brokerageDay(ctx.deps);
  const fields = applyFilter(ctx, filter, POLICY_FILTER_FIELDS);
  const ids = await asWork('export', () => queries.findIds(ctx.db, { ...view, q, today, fields }));
  await auditExport(ctx, 'policy', { rows: ids.length, q, filter, ...view });
  const agents = new Map((await findAgentNames(ctx.db)).map((agent) => [agent.id, agent]));
  yield csvHeader(HEADERS);
  for (let start = 0; start < ids.length; start += BATCH) {
    const some = ids.slice(start, start + BATCH);
    const rows = await asWork('export', () => queries.listByIds(ctx.db, some));
    yield rows
      .map((policy) => {
        const agent = agents.get(policy.agent_of_record_id ?? 0);
        return csvRow([
          ...[policy.client_id, policy.client_name, POLICY_LINE_LABELS[policy.line], policy.carrier],
          ...[
            policy.plan_name,
            policy.plan_type,
            policy.policy_number,
            policy.effective_date,
            policy.end_date,
          ],
          ...[
            policyStatusLabel({ ...policy, today }),
            csvDollars(policy.premium_cents),
            csvDollars(policy.subsidy_cents),
          ],
          ...[RENEWAL_STATUS_LABELS[policy.renewal_status], policy.lost_reason],
          ...[agent ? `${agent.first_name} ${agent.last_name}`.trim() : '', policy.notes],
        ]);
      })
      .join('');
  }
}
