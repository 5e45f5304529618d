import type { FilterField } from '../rules/filters.ts';
import {
  POLICY_LINE_LABELS,
  POLICY_LINES,
  POLICY_STATUS_LABELS,
  POLICY_STATUSES,
  RENEWAL_STATUS_LABELS,
  RENEWAL_STATUSES,
} from '../rules/policies.ts';

const field = (
  name: string,
  label: string,
  kind: FilterField['kind'],
  group: FilterField['group'] = 'Policy',
): FilterField => ({ name, label, kind, group });

const choice = <Value extends string>(
  name: string,
  label: string,
  values: readonly Value[],
  labels: Record<Value, string>,
  group = 'Policy',
): FilterField => ({
  ...field(name, label, 'choice', group),
  options: values.map((value) => ({ value, label: labels[value] })),
  isNeverEmpty: true,
});

/** What the list of policies can be filtered by. */
export const POLICY_FILTER_FIELDS: ReadonlyMap<string, FilterField> = new Map(
  [
    choice('line', 'Line', POLICY_LINES, POLICY_LINE_LABELS),
    field('carrier', 'Carrier', 'text'),
    field('plan_name', 'Plan', 'text'),
    field('plan_type', 'Metal or plan type', 'text'),
    choice('status', 'Status as entered', POLICY_STATUSES, POLICY_STATUS_LABELS),
    field('policy_number', 'Policy or member number', 'presence'),
    field('premium_cents', 'Monthly premium', 'money'),
    field('subsidy_cents', 'Monthly subsidy', 'money'),
    field('agent_of_record_id', 'Agent of record', 'agent'),
    field('owner_agent_id', 'Owner of the client', 'agent'),
    field('effective_date', 'Effective date', 'date', 'Dates'),
    field('end_date', 'End date', 'date', 'Dates'),
    { ...field('created_at', 'Added', 'date', 'Dates'), isNeverEmpty: true },
    choice('renewal_status', 'Renewal', RENEWAL_STATUSES, RENEWAL_STATUS_LABELS, 'Renewal'),
    field('lost_reason', 'Reason it was lost', 'text', 'Renewal'),
  ].map((each) => [each.name, each]),
);
