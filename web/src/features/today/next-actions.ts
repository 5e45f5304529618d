import { CHANCES, phoneDigits, type TodayKind } from '@ledgerline/contract/rules';
import type { TodayLine } from '@ledgerline/contract/today/endpoints';

/** The one act that a line offers first. */
export type NextAct =
  | 'call'
  | 'done'
  | 'sign'
  | 'read'
  | 'extend'
  | 'mail'
  | 'send_invoice'
  | 'show_invoice'
  | 'bill'
  | 'clients'
  | 'open';

/** Those that another feature does. */
export type ElsewhereAct = Extract<
  NextAct,
  'sign' | 'read' | 'mail' | 'send_invoice' | 'show_invoice' | 'bill'
>;

const ACT_OF: Record<TodayKind, NextAct> = {
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
  enrolment: 'clients',
};

export const ACT_WORDS: Record<NextAct, string> = {
  call: 'Call',
  done: 'Done',
  sign: 'Sign',
  read: 'Open',
  extend: 'Extend',
  mail: 'Send again',
  send_invoice: 'Send again',
  show_invoice: 'Open invoice',
  bill: 'Invoice',
  clients: 'Clients',
  open: 'Open',
};

/** What comes first with a line; where that cannot be done for it, it is opened. */
export function nextActOf(line: TodayLine, isAdvisor: boolean): NextAct {
  const act = ACT_OF[line.kind];
  if (isPossible(act, line, isAdvisor)) return act;
  // Outside of a session an advisor signs where the form is read.
  return act === 'sign' ? 'read' : 'open';
}

function isPossible(act: NextAct, line: TodayLine, isAdvisor: boolean): boolean {
  const { kind, client_id, session_id, submission_id, form_id } = line;
  if (act === 'call') return kind === 'follow_up' || phoneOf(line) !== '';
  if (act === 'sign') return isAdvisor && session_id !== null;
  if (act === 'mail') return client_id !== null;
  if (act !== 'extend') return true;
  return submission_id === null ? session_id !== null : client_id !== null && form_id !== null;
}

/** The client's number as it is dialled; '' without one. */
export const phoneOf = ({ client_phone }: Pick<TodayLine, 'client_phone'>): string =>
  phoneDigits(client_phone);

/** Nobody has to do it: it can be put aside for good. */
export const isChance = ({ kind }: Pick<TodayLine, 'kind'>): boolean => CHANCES.includes(kind);

/** A window is everybody's. */
export const canHandOver = ({ kind }: Pick<TodayLine, 'kind'>): boolean => kind !== 'enrolment';

/** Where the thing itself is; null where there is nothing to open. */
export function addressOf(line: TodayLine): string | null {
  const { kind, client_id, invoice_id } = line;
  if (kind === 'enrolment') return '/crm/clients';
  if (invoice_id !== null) return `/crm/payments?invoice=${invoice_id}`;
  if (client_id === null)
    return line.submission_id === null ? null : `/crm/forms/submissions/${line.submission_id}`;
  return `/crm/clients/${client_id}${partOf(line)}`;
}

/** Of the client's work, the part that the line is about. */
function partOf({ kind, submission_id, session_id }: TodayLine): string {
  const isOfSession = kind === 'unbilled' || (kind === 'sign' && session_id !== null);
  if (submission_id !== null && !isOfSession) return `/forms/${submission_id}`;
  return session_id === null ? '' : `/sessions/${session_id}`;
}
