// Sort keys and filters of lists. URLs of the portal use them, so this module imports no schema library.

/** Columns that the table of Manage Agents can be sorted by. */
export const AGENT_SORTS = ['name', 'email', 'username', 'two_factor', 'last_seen', 'clients'] as const;
export type AgentSort = (typeof AGENT_SORTS)[number];

export const DIRECTIONS = ['asc', 'desc'] as const;

/** Columns the client list sorts by; `name` is last name, then first name. */
export const CLIENT_SORTS = [
  'name',
  'status',
  'primary_phone',
  'primary_email',
  'current_health_plan_name',
  'next_f_u_date',
  'updated_at',
] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** The fields that a client search covers; `client_search_text` in the database is built from them. */
export const CLIENT_SEARCHED = [
  'client_first_name',
  'client_last_name',
  'primary_email',
  'primary_phone',
  'current_health_plan_name',
] as const;

export const INVOICE_SORTS = [
  'client',
  'amount',
  'progress',
  'account',
  'status',
  'sent',
  'created',
] as const;
export type InvoiceSort = (typeof INVOICE_SORTS)[number];

/** Columns of the table of policies. */
export const POLICY_SORTS = [
  'client',
  'line',
  'carrier',
  'status',
  'premium',
  'effective_date',
  'end_date',
] as const;
export type PolicySort = (typeof POLICY_SORTS)[number];

/** Whose clients a list shows: the caller's or unassigned ones; an agent's id is also accepted. */
export const OWNER_FILTERS = ['me', 'nobody'] as const;

/** When a submission was last changed: today, or within a number of days (decisions H15). */
export const MODIFIED_FILTERS = ['today', '7', '30'] as const;
export type ModifiedFilter = (typeof MODIFIED_FILTERS)[number];

/** Columns of the table of submissions. `status` starts with what agents have to do; `changed` is the last change. */
export const SUBMISSION_SORTS = ['client', 'form', 'status', 'changed'] as const;
export type SubmissionSort = (typeof SUBMISSION_SORTS)[number];

/** What an import does with a row. */
export const ROW_OUTCOMES = ['created', 'updated', 'skipped', 'refused'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];
export const ROW_FILTERS = ['all', ...ROW_OUTCOMES, 'warning', 'unconfirmed', 'kept'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];
