import { OPPORTUNITY_KINDS, phoneDigits, type TodayKind } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';

/** The main action of an item. */
export type NextAction =
  | 'call'
  | 'done'
  | 'sign'
  | 'read'
  | 'extend'
  | 'mail'
  | 'send_invoice'
  | 'show_invoice'
  | 'bill'
  | 'renew'
  | 'clients'
  | 'open';

/** Actions of other features. */
export type ElsewhereAction = Extract<
  NextAction,
  'sign' | 'read' | 'mail' | 'send_invoice' | 'show_invoice' | 'bill' | 'renew'
>;

const NEXT_ACTIONS: Record<TodayKind, NextAction> = {
  payment_failed: 'show_invoice',
  link_ending: 'extend',
  sign: 'sign',
  follow_up: 'call',
  task: 'done',
  unread: 'read',
  invoice_overdue: 'send_invoice',
  unbilled: 'bill',
  not_opened: 'mail',
  turns_65: 'call',
  card_expires: 'call',
  renewal: 'renew',
  enrolment: 'clients',
};

export const ACTION_LABELS: Record<NextAction, string> = {
  call: 'Call',
  done: 'Done',
  sign: 'Sign',
  read: 'Open',
  extend: 'Extend',
  mail: 'Send Again',
  send_invoice: 'Send Again',
  show_invoice: 'Open Invoice',
  bill: 'Invoice',
  renew: 'Renew',
  clients: 'Clients',
  open: 'Open',
};

/** The main action of each kind; where it is not possible, the item opens. */
export function nextActionOf(item: TodayItem, isAdvisor: boolean): NextAction {
  const action = NEXT_ACTIONS[item.kind];
  if (isPossible(action, item, isAdvisor)) return action;
  // Only an advisor signs; others read the form.
  return action === 'sign' ? 'read' : 'open';
}

function isPossible(action: NextAction, item: TodayItem, isAdvisor: boolean): boolean {
  const { kind, client_id, session_id, submission_id, form_id } = item;
  if (action === 'call') return kind === 'follow_up' || phoneOf(item) !== '';
  if (action === 'sign') return isAdvisor;
  if (action === 'mail') return client_id !== null;
  if (action !== 'extend') return true;
  return submission_id === null ? session_id !== null : client_id !== null && form_id !== null;
}

/** The client's number as dialed; '' without one. */
export const phoneOf = ({ client_phone }: Pick<TodayItem, 'client_phone'>): string =>
  phoneDigits(client_phone);

/** Optional items can be dismissed permanently. */
export const isOpportunity = ({ kind }: Pick<TodayItem, 'kind'>): boolean => OPPORTUNITY_KINDS.includes(kind);

/** An enrollment period belongs to everyone. */
export const canReassign = ({ kind }: Pick<TodayItem, 'kind'>): boolean => kind !== 'enrolment';

/** The path of the item's subject; null where there is nothing to open. */
export function itemPath(item: TodayItem): string | null {
  const { kind, client_id, invoice_id } = item;
  if (kind === 'enrolment') return '/crm/clients';
  if (invoice_id !== null) return `/crm/payments?invoice=${invoice_id}`;
  if (client_id === null)
    return item.submission_id === null ? null : `/crm/forms/submissions/${item.submission_id}`;
  return `/crm/clients/${client_id}${partOf(item)}`;
}

/** The section of the client page the item is about. */
function partOf({ kind, submission_id, session_id }: TodayItem): string {
  const isOfSession = kind === 'unbilled' || (kind === 'sign' && session_id !== null);
  if (submission_id !== null && !isOfSession) return `/forms/${submission_id}`;
  return session_id === null ? '' : `/sessions/${session_id}`;
}
