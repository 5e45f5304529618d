import { type PolicyLine, usualEndDate } from '@ledgerline/contract/rules/policies';
import { saveCommissionRate } from '../../server/src/features/records/commissions/service.ts';
import { updateRenewal } from '../../server/src/features/records/policies/renew-policy.ts';
import { createPolicy } from '../../server/src/features/records/policies/service.ts';
import { openAgentSession } from './agent-session.ts';
import type { Demo } from './demo.ts';

interface Product {
  line: PolicyLine;
  carrier: string;
  plan_name: string;
  plan_type: string;
  /** Dollars per month. */
  premium: readonly [least: number, most: number];
}

const PRODUCTS: readonly Product[] = [
  {
    line: 'health',
    carrier: 'Florida Blue',
    plan_name: 'BlueOptions Silver',
    plan_type: 'Silver',
    premium: [390, 780],
  },
  {
    line: 'health',
    carrier: 'Ambetter',
    plan_name: 'Value Bronze',
    plan_type: 'Bronze',
    premium: [280, 560],
  },
  { line: 'health', carrier: 'Oscar', plan_name: 'Gold Classic', plan_type: 'Gold', premium: [450, 920] },
  { line: 'dental', carrier: 'Delta Dental', plan_name: 'PPO Family', plan_type: 'PPO', premium: [32, 74] },
  {
    line: 'medicare_advantage',
    carrier: 'Humana',
    plan_name: 'Gold Plus',
    plan_type: 'HMO',
    premium: [0, 45],
  },
  {
    line: 'life',
    carrier: 'Mutual of Omaha',
    plan_name: 'Term Life Express',
    plan_type: '20-year term',
    premium: [38, 160],
  },
];
const POLICIES = 120;
const AGENTS = 3;
const REASONS = ['Lower premium elsewhere', 'Moved out of state', 'Employer plan'];
const WORK_HOURS_AGO = 48;

/** The first clients have policies of the current year, some of which are renewed or lost, and carriers have rates. */
export async function fillPolicies(demo: Demo): Promise<string> {
  const { random, today, clientIds } = demo;
  const session = openAgentSession(demo);
  session.at(WORK_HOURS_AGO);
  const year = today.slice(0, 4);
  for (const { carrier, line } of PRODUCTS) {
    const rate =
      line === 'life'
        ? { basis: 'percent' as const, amount: 500 }
        : { basis: 'per_member' as const, amount: 1800 };
    await saveCommissionRate(session.as(0), { carrier, line, effective_date: `${year}-01-01`, ...rate });
  }
  const clients = clientIds.slice(0, POLICIES);
  for (const [position, client] of clients.entries()) {
    const { premium, ...product } = random.pick(PRODUCTS);
    const month = product.line === 'life' ? String(random.integer(1, 12)).padStart(2, '0') : '01';
    const effective_date = `${year}-${month}-01`;
    const premium_cents = random.integer(...premium) * 100;
    const agent = position % AGENTS;
    const { id } = await createPolicy(session.as(agent), client, {
      ...{
        ...product,
        effective_date,
        end_date: usualEndDate({ line: product.line, effective_date }),
        premium_cents,
      },
      ...{
        policy_number: `${product.carrier.slice(0, 2).toUpperCase()}${random.digits(8)}`,
        status: 'active',
      },
      subsidy_cents: product.line === 'health' ? Math.floor(premium_cents * 0.4) : null,
      agent_of_record_id: demo.agentIds[agent] ?? null,
      ...{ covered: ['client'], covered_client_ids: [], document_ids: [], notes: '' },
    });
    const isRenewed = random.chance(0.6);
    if (position % 5 === 0)
      await updateRenewal(session.as(agent), id, {
        renewal_status: isRenewed ? 'renewed' : 'lost',
        lost_reason: isRenewed ? '' : random.pick(REASONS),
      });
  }
  return `${clients.length} policies and ${PRODUCTS.length} commission rates`;
}
