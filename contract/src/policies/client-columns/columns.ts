import { type FieldName, fieldNamed } from '../../clients/fields/catalog.ts';
import { MARKETPLACE_FIELDS, MEDICARE_FIELDS } from '../../clients/fields/insurance.ts';
import type { PolicyLine } from '../../rules/policies.ts';

// The columns of a client that name plans and premiums, as a source of policies (decision 136).

export interface PlanColumn {
  name: FieldName;
  premium: FieldName | null;
  /** The text that names the agent of record. */
  agent: FieldName | null;
  /** Null where the column may mean several lines: an agent chooses. */
  line: PolicyLine | null;
  /** Whether its plan may be a Medicare plan. */
  isMedicare: boolean;
}

export const PLAN_COLUMNS: readonly PlanColumn[] = [
  {
    ...{ name: 'current_health_plan_name', premium: 'health_plan_premium', agent: 'aor' },
    ...{ line: 'health', isMedicare: true },
  },
  {
    ...{ name: 'dental_plan_name', premium: 'dental_plan_premium', agent: 'dental_plan_aor' },
    ...{ line: 'dental', isMedicare: false },
  },
  {
    ...{ name: 'vision_plan_name', premium: 'vision_plan_premium', agent: 'vision_plan_aor' },
    ...{ line: 'vision', isMedicare: false },
  },
  {
    ...{ name: 'rx_plan_name', premium: 'rx_plan_premium', agent: 'rx_plan_aor' },
    ...{ line: 'part_d', isMedicare: true },
  },
  {
    ...{ name: 'gap_plan_name', premium: 'gap_plan_premium', agent: 'gap_plan_aor' },
    ...{ line: null, isMedicare: true },
  },
  { name: 'life_plan_name', premium: null, agent: null, line: 'life', isMedicare: false },
];

/** A column with the premium that a client pays to one carrier. */
export interface CarrierColumn {
  name: FieldName;
  /** '' for premiums of other carriers. */
  carrier: string;
  isMedicare: boolean;
  /** Whether the carrier sells health plans, so that the premium is probably for one of them. */
  sellsHealth: boolean;
}

const WITHOUT_HEALTH: readonly FieldName[] = ['life_secure', 'delta', 'solstice'];

const MEDICARE = / ?Medicare$/;

export const CARRIER_COLUMNS: readonly CarrierColumn[] = [
  ...MARKETPLACE_FIELDS.filter(({ kind }) => kind === 'money').map(({ name, label }) => ({
    ...{ name, carrier: label, isMedicare: false, sellsHealth: !WITHOUT_HEALTH.includes(name) },
  })),
  ...MEDICARE_FIELDS.filter(({ kind }) => kind === 'money').map(({ name, label }) => ({
    ...{ name, carrier: name === 'other_medicare' ? '' : label.replace(MEDICARE, ''), isMedicare: true },
    sellsHealth: false,
  })),
];

/** 'Dental plan', 'Dental premium', 'Oscar premium' */
export function columnLabel(name: FieldName): string {
  const { label } = fieldNamed(name);
  return CARRIER_COLUMNS.some((column) => column.name === name) ? `${label} premium` : label;
}
