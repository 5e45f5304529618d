import type { Policy } from '@ledgerline/contract/policies/endpoints';
import { isCalendarDate, parseMoneyCents } from '@ledgerline/contract/rules';
import {
  type CoveredPerson,
  isAbovePremium,
  isPolicyDay,
  POLICY_DAY_PROBLEM,
  POLICY_LINES,
  POLICY_STATUSES,
  SUBSIDY_PROBLEM,
} from '@ledgerline/contract/rules/policies';
import { notADate } from '../../components/ui/date-input.tsx';
import type { NewPolicy } from './api.ts';

/** Field values of a policy while it is added or edited; amounts as typed. */
export interface PolicyValues {
  line: Policy['line'];
  carrier: string;
  plan_name: string;
  plan_type: string;
  /** null keeps the stored number, of which only the mask is known. */
  policy_number: string | null;
  effective_date: string | null;
  end_date: string | null;
  status: Policy['status'];
  premium_cents: string;
  subsidy_cents: string;
  /** The id of the agent, '' without one. */
  agent_of_record_id: string;
  covered: CoveredPerson[];
  covered_client_ids: number[];
  document_ids: number[];
  notes: string;
}

export const NEW_POLICY: PolicyValues = {
  ...{ line: 'health', carrier: '', plan_name: '', plan_type: '', policy_number: '' },
  ...{ effective_date: null, end_date: null, status: 'active', premium_cents: '', subsidy_cents: '' },
  ...{ agent_of_record_id: '', covered: ['client'], covered_client_ids: [], document_ids: [], notes: '' },
};

/** Cents as an input shows them: '412.50'. */
export const typedAmount = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));

export function valuesOfPolicy(policy: Policy): PolicyValues {
  const { line, carrier, plan_name, plan_type, effective_date, end_date } = policy;
  return {
    ...{ line, carrier, plan_name, plan_type, effective_date, end_date },
    policy_number: policy.policy_number === '' ? '' : null,
    status: policy.status,
    premium_cents: typedAmount(policy.premium_cents),
    subsidy_cents: typedAmount(policy.subsidy_cents),
    agent_of_record_id: policy.agent_of_record_id === null ? '' : String(policy.agent_of_record_id),
    covered: policy.covered,
    covered_client_ids: policy.covered_clients.map(({ id }) => id),
    document_ids: policy.documents.map(({ id }) => id),
    notes: policy.notes,
  };
}

const amountError = (text: string) =>
  text.trim() !== '' && parseMoneyCents(text) === null && 'Must be an amount such as 412.50';
function dayError(day: string | null) {
  if (day === null) return false;
  if (!isCalendarDate(day)) return notADate('recent');
  return !isPolicyDay(day) && `The date ${POLICY_DAY_PROBLEM}`;
}

type Dates = Pick<PolicyValues, 'effective_date' | 'end_date'>;

/** Errors of the dates of a term. */
export function dateErrors({ effective_date, end_date }: Dates) {
  const errors = { effective_date: dayError(effective_date), end_date: dayError(end_date) };
  const areDates = !errors.effective_date && !errors.end_date;
  const isReversed = areDates && effective_date !== null && end_date !== null && end_date < effective_date;
  return isReversed ? { ...errors, end_date: 'The end date is before the effective date' } : errors;
}

/** Errors of a term, on its dates and amounts. */
export const termErrors = ({
  premium_cents,
  subsidy_cents,
  ...dates
}: Dates & Pick<PolicyValues, 'premium_cents' | 'subsidy_cents'>) => ({
  ...dateErrors(dates),
  premium_cents: amountError(premium_cents),
  subsidy_cents: amountError(subsidy_cents) || subsidyError({ premium_cents, subsidy_cents }),
});

const subsidyError = (amounts: Record<'premium_cents' | 'subsidy_cents', string>) =>
  isAbovePremium({
    premium_cents: parseMoneyCents(amounts.premium_cents),
    subsidy_cents: parseMoneyCents(amounts.subsidy_cents),
  }) && SUBSIDY_PROBLEM;

export const policyErrors = (values: PolicyValues) => ({
  ...termErrors(values),
  carrier: values.carrier.trim() === '' && 'Please enter the carrier',
});

/** Request body of a new or edited policy. */
export function policyBody(values: PolicyValues): NewPolicy {
  const { policy_number, premium_cents, subsidy_cents, agent_of_record_id, ...rest } = values;
  return {
    ...rest,
    ...(policy_number === null ? {} : { policy_number: policy_number.trim() }),
    premium_cents: parseMoneyCents(premium_cents),
    subsidy_cents: parseMoneyCents(subsidy_cents),
    agent_of_record_id: agent_of_record_id === '' ? null : Number(agent_of_record_id),
  };
}

export const lineNamed = (value: string | null) => POLICY_LINES.find((line) => line === value) ?? 'other';
export const statusNamed = (value: string | null) =>
  POLICY_STATUSES.find((status) => status === value) ?? 'active';
