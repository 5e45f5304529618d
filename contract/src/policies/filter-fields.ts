import { choicesOf, filterFields } from '../rules/filter-fields.ts';
import {
  POLICY_LINE_LABELS,
  POLICY_LINES,
  RENEWAL_STATUS_LABELS,
  RENEWAL_STATUSES,
  SHOWN_STATUS_LABELS,
  SHOWN_STATUSES,
} from '../rules/policies.ts';

/** What the list of policies can be filtered by. */
export const POLICY_FILTER_FIELDS = filterFields({
  Policy: [
    ['line', 'Line', choicesOf(POLICY_LINES, POLICY_LINE_LABELS)],
    ['carrier', 'Carrier', 'text', 'filled'],
    ['plan_name', 'Plan', 'text'],
    ['plan_type', 'Metal or plan type', 'text'],
    ['status', 'Status', choicesOf(SHOWN_STATUSES, SHOWN_STATUS_LABELS)],
    ['policy_number', 'Policy or member number', 'presence'],
    ['premium_cents', 'Monthly premium', 'money'],
    ['subsidy_cents', 'Monthly subsidy', 'money'],
    ['agent_of_record_id', 'Agent of record', 'agent'],
    ['owner_agent_id', 'Client owner', 'agent'],
  ],
  Dates: [
    ['effective_date', 'Effective date', 'date'],
    ['end_date', 'End date', 'date'],
    ['created_at', 'Added', 'date', 'filled'],
  ],
  Renewal: [
    ['renewal_status', 'Renewal', choicesOf(RENEWAL_STATUSES, RENEWAL_STATUS_LABELS)],
    ['lost_reason', 'Reason it was lost', 'text'],
  ],
});
