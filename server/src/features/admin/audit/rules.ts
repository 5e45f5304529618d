import { READ_SUFFIX } from '@ledgerline/contract/audit-policy';
import { describeValue, fieldLabel, isEmptyValue, type ValueContext, wordsOf } from './values/rules.ts';

/** An audit log row as stored; `at` to the microsecond. */
export interface AuditRow {
  id: number;
  at: string;
  actor_kind: string;
  actor_id: number | null;
  actor_name: string;
  address: string | null;
  action: string;
  entity: string;
  entity_id: number | null;
  field: string | null;
  old_value: unknown;
  new_value: unknown;
  operation: string | null;
  request_id: string | null;
}

/** The position at which a page of the audit log ended. */
export interface AuditCursor {
  at: string;
  id: number;
}

/** '2026-11-24T09:00:00.000001Z.7', as returned in `next` and passed as `after`; null for any other text. */
export function parseCursor(text: string): AuditCursor | null {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\.(\d{1,15})$/.exec(text) ?? [];
  return at && id && !Number.isNaN(Date.parse(at)) ? { at, id: Number(id) } : null;
}

export const formatCursor = ({ at, id }: AuditCursor): string => `${at}.${id}`;

/** The kind of record, whether it was read or changed. */
export const recordTypeOf = (entity: string): string =>
  entity.endsWith(READ_SUFFIX) ? entity.slice(0, -READ_SUFFIX.length) : entity;

/** Nouns for kinds of records without a name. */
const RECORD_TYPE_LABELS: Readonly<Record<string, string>> = {
  client: 'client',
  agent: 'agent',
  session_form: 'form',
  session: 'session',
  document: 'document',
  invoice: 'invoice',
  transaction: 'payment',
  recurring_payment: 'recurring payment',
  task: 'task',
  call: 'call',
  household: 'household link',
  policy: 'policy',
  commission_rate: 'commission rate',
  commission_statement: 'commission statement',
  secure_link: 'link',
  template: 'template',
  template_document: 'template preview',
  template_library: 'template library',
  form_folder: 'folder',
  line_item_template: 'line item template',
  provider_event: 'provider event',
  calendar_feed: 'calendar feed',
  global_settings: 'settings',
  sign_in_rules: 'sign-in policy',
  need_to_know: 'client access settings',
  today: 'Today item',
  first_day: 'getting-started list',
  reminder: 'reminder series',
  saved_view: 'view',
  operation: 'bulk action',
  audit: 'audit log',
  ledger: 'ledger',
};

/** 'Ana Marin', 'the form “Health questions”', 'form 12'; `name` is '' where it is unknown. */
function recordText(entity: string, id: number | null, name: string): string {
  const kind = recordTypeOf(entity);
  const word = RECORD_TYPE_LABELS[kind] ?? kind.replaceAll('_', ' ');
  if (name !== '') return kind === 'client' || kind === 'agent' ? name : `the ${word} “${name}”`;
  return id === null ? `the ${word}` : `${word} ${id}`;
}

const LIST_LABELS: Readonly<Record<string, string>> = {
  listClients: 'the list of clients',
  searchClients: 'clients',
  findDuplicates: 'clients',
  previewMerge: 'clients to merge',
  listMerges: 'merged clients',
  createOperation: 'records in the preview of a bulk action',
  getLedgerIndex: 'the ledger',
  getLedgerRows: 'the ledger',
  searchEverything: 'everything',
  listInvoices: 'the list of invoices',
  listPolicies: 'the list of policies',
  getCommissionStatement: 'a commission statement',
  findSameNumber: 'policies with the same number',
  listRecurringPayments: 'the list of recurring payments',
  listUpcomingPayments: 'the list of upcoming payments',
  listSubmissions: 'the list of forms',
  listTemplateSubmissions: 'the forms of a template',
  listTasks: 'the list of tasks',
  listToday: 'Today',
};

/** Sentences by action, with `{record}` for the record. Other actions are described by their name: 'submitted {record}'. */
const SENTENCES: Readonly<Record<string, string>> = {
  opened: 'opened {record}',
  answers_read: 'read the answers of {record}',
  file_read: 'fetched a file of {record}',
  downloaded: 'downloaded the PDF of {record}',
  trail_read: 'viewed the audit log',
  loaded_ahead: 'prefetched {record} in the browser without opening it',
  refreshed: 'had {record} on screen, refreshed by the browser',
  revealed: 'revealed {field} of {record}',
  created: 'added {record}',
  done: 'marked {record} as done',
  sorted: 'reordered the form templates',
  uploaded: 'added a file to {record}',
  published: 'published {record} with the payment provider',
  imported: 'ran {record}',
  import_reverted: 'reverted {record}',
  bulk_started: 'started {record}',
  bulk_stopped: 'stopped {record}',
  bulk_changed: 'completed {record}',
  bulk_undo_started: 'started to undo {record}',
  bulk_undone: 'undid {record}',
  checked: 'started a check of {record}',
  passcode_changed: 'changed the passcode of {record}',
  passcode_removed: 'removed the passcode of {record}',
  merged: 'merged clients into {record}',
  merged_into: 'merged {record} into another client',
  merge_undone: 'undid a merge of {record}',
  duplicate_dismissed: 'marked {record} and another client as not duplicates',
  duplicate_suggested_again: 'listed {record} and another client for review again as likely duplicates',
  taken_over: 'applied {field} from a form to {record}',
  answers_dismissed: 'marked the answers of {record} as not needed',
  answers_reopened: 'marked the answers of {record} as needed again',
  documents_reviewed: 'reviewed the documents of {record}',
  documents_requested_again: 'requested documents of {record} again',
  mailed: 'queued an email with a link for {record}',
  invitation_accepted: 'set the password of {record} with an invitation',
  invitation_withdrawn: 'withdrew the invitation of {record}',
  password_link_sent: 'queued a password reset email to {record}',
  password_link_refused: 'was denied a password reset email to {record} after too many requests',
  password_set_by_link: 'set the password of {record} with a reset link',
  sign_in_ended: 'ended a sign-in of {record}',
  sign_ins_ended: 'ended sign-ins of {record}',
  signed_in: 'signed in',
  signed_out: 'signed out',
  sign_in_failed: 'failed to sign in as {record}',
  sign_in_refused: 'was denied a sign-in as {record} after too many attempts',
  sso_refused: 'was denied a single sign-on as {record}',
  sso_connected: 'connected {record} to single sign-on',
  sso_disconnected: 'disconnected {record} from single sign-on',
  password_changed: 'set a new password for {record}',
  password_change_failed: 'entered a wrong current password for {record}',
  email_change_requested: 'requested another email address for {record}',
  email_change_canceled: 'cancelled the email address change of {record}',
  email_link_sent: 'requested a confirmation email for {record}',
  email_changed: 'changed the email address of {record}',
  email_confirmed: 'confirmed the email address of {record}',
  second_step_failed: 'failed two-factor authentication as {record}',
  second_factor_added: 'added a two-factor method ({field}) for {record}',
  second_factor_removed: 'removed a two-factor method ({field}) of {record}',
  recovery_codes_made: 'generated new recovery codes for {record}',
  recovery_code_used: 'used a recovery code of {record}',
  device_remembered: 'remembered a device for 30 days',
  remembered_device_used: 'signed in on a remembered device, without two-factor authentication',
  remembered_device_removed: 'removed a remembered device of {record}',
  remembered_devices_removed: 'removed all remembered devices of {record}',
  remembered_device_ended: 'ended a remembered device of {record}: its cookie was not the latest one',
  signature_saved: 'saved the signature of {record}',
  signature_changed: 'replaced the saved signature of {record}',
  signature_removed: 'removed the saved signature of {record}',
  proved: 'confirmed their identity as {record}',
  proof_failed: 'failed to confirm their identity as {record}',
  access_refused: 'was denied: {field}',
  limit_refused: 'was denied after too many requests: {field}',
  reveal_refused: 'was denied a reveal: the daily limit was reached',
  passcode_refused: 'was denied after too many wrong passcodes of {record}',
  claimed: 'took over {record}',
  view_changed: 'changed the {field} of {record}',
  form_deleted: 'deleted a form of {record}',
  export_ended: 'ended the export of {record}',
  reads_lost: 'could not record some reads in the audit log',
};

/** Sentences of emails that are about more than a link, by field. */
const EMAIL_SENTENCES: Readonly<Record<string, string>> = {
  reminder: 'queued a reminder for {record}',
  receipt: 'queued a receipt for {record}',
  client_turn: 'queued an email asking {record} to sign',
  signed_copy: 'queued an email with a link to the signed copy for {record}',
};

function templateOf({ action, entity, field }: SentenceRow): string {
  if (action === 'sent' && entity === 'session_form') return 'sent {record} for signature';
  if (action === 'created' && entity === 'transaction') return 'recorded {record}';
  const ofEmail = action === 'mailed' ? EMAIL_SENTENCES[field ?? ''] : undefined;
  return ofEmail ?? SENTENCES[action] ?? `${wordsOf(action)} {record}`;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** '1 row', '1,240 rows' */
function rowsText(value: unknown): string {
  if (value === 1) return '1 row';
  return `${typeof value === 'number' ? value.toLocaleString('en-US') : '?'} rows`;
}

/** The results of a search, as its row names them. */
export function foundIn({ action, new_value }: Pick<AuditRow, 'action' | 'new_value'>): FoundRecord[] {
  const { first } = action === 'searched' ? record(new_value) : {};
  return (Array.isArray(first) ? first : []).flatMap((one) => {
    const [, entity, id] = /^([a-z_]+)\.(\d{1,15})$/.exec(String(one)) ?? [];
    return entity ? [{ entity, id: Number(id) }] : [];
  });
}

interface FoundRecord {
  entity: string;
  id: number;
}

/** 'a text of 6 characters, with 2 results: Ana Marin, the task “Call”'; rows of earlier versions contain the text itself. */
function searchText(value: unknown, context: ValueContext): string {
  const { text, length, found } = record(value);
  if (text !== undefined) return `“${describeValue(text, null, context)}”`;
  const requested = length === 1 ? 'a text of 1 character' : `a text of ${length} characters`;
  if (found === 0) return `${requested}, without results`;
  const names = foundIn({ action: 'searched', new_value: value }).map(({ entity, id }) =>
    recordText(entity, id, context.nameOf(entity, id)),
  );
  const more = Number(found) > names.length ? ' and more' : '';
  return `${requested}, with ${found === 1 ? '1 result' : `${found} results`}${names.length > 0 ? `: ${names.join(', ')}${more}` : ''}`;
}

/** Whether this row is a sign-in: it was made by a visitor, but its actor is the agent who signed in. */
export const isOwnSignIn = ({
  action,
  entity,
  actor_kind,
}: Pick<AuditRow, 'action' | 'entity' | 'actor_kind'>) =>
  action === 'signed_in' && entity === 'agent' && actor_kind === 'visitor';

/** 'changed Primary phone of Ana Marin from 555-0100 to 555-0199', 'set …', 'cleared …'. */
function changeText(
  { field, old_value, new_value }: SentenceRow,
  subject: string,
  context: ValueContext,
): string {
  if (field === null) return `changed ${subject}`;
  const [label, before, after] = [
    fieldLabel(field),
    describeValue(old_value, field, context),
    describeValue(new_value, field, context),
  ];
  if (isEmptyValue(old_value)) return `set ${label} of ${subject} to ${after}`;
  if (isEmptyValue(new_value)) return `cleared ${label} of ${subject}, which was ${before}`;
  return `changed ${label} of ${subject} from ${before} to ${after}`;
}

type SentenceRow = Omit<AuditRow, 'id' | 'at'>;

/** What was done, without the actor: 'changed Primary phone of Ana Marin from 555-0100 to 555-0199'. */
export function sentenceOf(row: SentenceRow, name: string, context: ValueContext): string {
  const { action, entity, entity_id, new_value } = row;
  const subject = recordText(entity, entity_id, name);
  const field = fieldLabel(row.field) ?? 'a value';
  const { rows } = record(new_value);
  const list = LIST_LABELS[row.field ?? ''] ?? 'a list';
  if (action === 'searched') return `searched ${list} for ${searchText(new_value, context)}`;
  if (action === 'listed') return `read ${rowsText(rows)} of ${list}`;
  if (action === 'exported') return `exported ${rows === undefined ? '' : `${rowsText(rows)} of `}${subject}`;
  if (action === 'export_ended') return `received ${rowsText(rows)} of the export of ${subject}`;
  if (action === 'revealed' && typeof new_value === 'string')
    return `revealed ${field} of ${subject}, because: ${describeValue(new_value, null, context)}`;
  const file = row.field ?? new_value;
  if (action === 'file_read' && typeof file === 'string') return `fetched “${file}” of ${subject}`;
  if (action === 'restored' && row.field !== null) return `restored ${field} of ${subject}`;
  // A form's signatures, or a template that the e-signature provider no longer has.
  if (['updated', 'signing', 'synced'].includes(action)) return changeText(row, subject, context);
  return templateOf(row).replaceAll(/\{record\}|\{field\}/g, (part) =>
    part === '{record}' ? subject : field,
  );
}
