import { advisorOf, clientOf, type OptionChoices, selectedItemsTotals } from '@ledgerline/contract/rules';
import { isRecord } from '@ledgerline/contract/web-forms/structure';

/** What an e-signature provider reports about an envelope: the part of the port's state that a submission needs. */
export interface SignedState {
  status: string;
  signers: readonly { role: 'advisor' | 'client'; status: string; signedAt: Date | null }[];
  choices: OptionChoices;
  completedAt: Date | null;
  voidedAt: Date | null;
  /** When the provider reported it. */
  asOf: Date;
}

/** The columns of a submission that follow its envelope. Amounts are in cents. */
export interface SigningColumns {
  status: string;
  envelope_status: string | null;
  pending_advisor_signature: boolean;
  pending_client_signature: boolean;
  has_advisor_signature: boolean;
  has_client_signature: boolean;
  advisor_signed_at: Date | null;
  client_signed_at: Date | null;
  signed_at: Date | null;
  next_signer_role: string | null;
  is_voided: boolean;
  voided_at: Date | null;
  is_completed: boolean;
  selected_items_json: unknown;
  selected_items_total: number;
  itemized_total: number;
  final_form_total: number;
}

export interface PricedSubmission extends SigningColumns {
  itemized_costs: Parameters<typeof selectedItemsTotals>[0]['itemized_costs'];
  base_cost: number;
  include_sales_tax: boolean;
}

/**
 * The submission's columns after an update from the provider (1§4 E-signature tracking). Pending means still to be signed.
 */
export function columnsAfter(row: PricedSubmission, state: SignedState): SigningColumns {
  const advisor = signerColumns(row, state, 'advisor');
  const client = signerColumns(row, state, 'client');
  const isCompleted = state.status === 'completed';
  const voided_at = state.status === 'voided' ? (row.voided_at ?? state.voidedAt) : row.voided_at;
  return {
    status: statusWord(state.status),
    envelope_status: state.status,
    pending_advisor_signature: advisor.pending,
    pending_client_signature: client.pending,
    has_advisor_signature: advisor.has,
    has_client_signature: client.has,
    advisor_signed_at: advisor.at,
    client_signed_at: client.at,
    signed_at: isCompleted ? (row.signed_at ?? state.completedAt) : row.signed_at,
    next_signer_role: nextSigner(state, advisor.pending, client.pending),
    is_voided: row.is_voided || state.status === 'voided',
    voided_at,
    is_completed: row.is_completed || isCompleted,
    ...amounts(row, state),
  };
}

const FINAL_STATUSES = ['completed', 'voided', 'declined'];

/** Whether a state is older than the stored one: responses of a provider may arrive out of order. */
export function isOlder(row: SigningColumns, state: SignedState): boolean {
  if (FINAL_STATUSES.includes(row.envelope_status ?? '')) return state.status !== row.envelope_status;
  const has = { advisor: row.has_advisor_signature, client: row.has_client_signature };
  return state.signers.some(({ role, status }) => has[role] && status !== 'signed');
}

/** Which of the columns differ; dates by their instant, JSON by its text. */
export function changedColumns(before: SigningColumns, after: SigningColumns): (keyof SigningColumns)[] {
  return SIGNING_COLUMNS.filter((key) => plain(before[key]) !== plain(after[key]));
}

/**
 * What agents are notified of: the client signed (the advisor where no client signs), or a signer declined; null where
 * there is nothing to report.
 */
export function updateOf(
  before: SigningColumns,
  after: SigningColumns,
): 'form_signed' | 'form_declined' | null {
  if (after.status === 'declined' && before.status !== 'declined') return 'form_declined';
  if (after.has_client_signature) return before.has_client_signature ? null : 'form_signed';
  return after.is_completed && !before.is_completed ? 'form_signed' : null;
}

/** The advisor has just signed and the client is next: true once for a form, because a signature is never withdrawn. */
export function becameClientsTurn(before: SigningColumns, after: SigningColumns): boolean {
  if (before.has_advisor_signature || !after.has_advisor_signature || after.is_voided) return false;
  return after.pending_client_signature && after.next_signer_role === 'client';
}

const SIGNING_COLUMNS = [
  'status',
  'envelope_status',
  'pending_advisor_signature',
  'pending_client_signature',
  'has_advisor_signature',
  'has_client_signature',
  'advisor_signed_at',
  'client_signed_at',
  'signed_at',
  'next_signer_role',
  'is_voided',
  'voided_at',
  'is_completed',
  'selected_items_json',
  'selected_items_total',
  'itemized_total',
  'final_form_total',
] as const satisfies readonly (keyof SigningColumns)[];

/** The database returns JSON with its keys in another order; an empty list equals none. */
function plain(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && value.length === 0) return 'null';
  return JSON.stringify(value, (_, part) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

function signerColumns(row: PricedSubmission, state: SignedState, role: 'advisor' | 'client') {
  const before = role === 'advisor' ? advisorOf(row) : clientOf(row);
  const at = role === 'advisor' ? row.advisor_signed_at : row.client_signed_at;
  const signer = state.signers.find((one) => one.role === role);
  const has = before.signed || signer?.status === 'signed';
  const isRequired = signer !== undefined || before.required;
  return { has, pending: isRequired && !has, at: at ?? (has ? (signer?.signedAt ?? null) : null) };
}

/** In the order of the document, which the provider knows; the advisor first where it reports none. */
function nextSigner(state: SignedState, isAdvisorPending: boolean, isClientPending: boolean): string | null {
  if (FINAL_STATUSES.includes(state.status)) return null;
  const isPending = { advisor: isAdvisorPending, client: isClientPending };
  const order = [...state.signers.map(({ role }) => role), 'advisor' as const, 'client' as const];
  return order.find((role) => isPending[role]) ?? null;
}

/** Out for signature, by the provider's statuses: including while being completed, or corrected by its sender. */
const OUT_FOR_SIGNATURE = ['created', 'sent', 'delivered', 'signed', 'processing', 'correct'];

/**
 * Sent covers what is out for signature (decisions H8); completed and voided are ours, other statuses are the provider's.
 */
function statusWord(envelopeStatus: string): string {
  return OUT_FOR_SIGNATURE.includes(envelopeStatus) ? 'sent' : envelopeStatus;
}

interface ChosenItem {
  kind: string;
  label: string;
  item: string | null;
}

function isChosenItem(value: unknown): value is ChosenItem {
  if (!isRecord(value)) return false;
  const { kind, label, item } = value;
  return typeof kind === 'string' && typeof label === 'string' && (typeof item === 'string' || item === null);
}

/** The options already selected on a submission, in the form in which envelopes report them; empty for unreadable data. */
export function selectedOptions(selected_items_json: unknown): Required<OptionChoices> {
  const all: unknown[] = Array.isArray(selected_items_json) ? selected_items_json : [];
  const items = all.filter(isChosenItem);
  const boxes = items.filter(({ kind }) => kind === 'checkbox');
  const lists = items.flatMap(({ kind, label, item }) =>
    kind === 'list' && item !== null ? [[label, item] as const] : [],
  );
  return {
    checkboxTabs: Object.fromEntries(boxes.map(({ label }) => [label, true])),
    listTabs: Object.fromEntries(lists),
  };
}

/** An envelope update may omit its fields entirely; then the known values stay. */
function isEmpty({ checkboxTabs, listTabs }: OptionChoices): boolean {
  return Object.keys(checkboxTabs ?? {}).length === 0 && Object.keys(listTabs ?? {}).length === 0;
}

function amounts(row: PricedSubmission, state: SignedState) {
  const { items, selected_items_cents, total_cents } = selectedItemsTotals({
    itemized_costs: row.itemized_costs,
    choices: isEmpty(state.choices) ? selectedOptions(row.selected_items_json) : state.choices,
    base_cents: row.base_cost,
    include_sales_tax: row.include_sales_tax,
  });
  return {
    selected_items_json: items,
    selected_items_total: selected_items_cents,
    itemized_total: selected_items_cents,
    final_form_total: total_cents,
  };
}
