import type { EmailLogEntry } from '@ledgerline/contract/link-emails/endpoints';
import {
  advisorOf,
  clientOf,
  isDeclined,
  isFinished,
  isVoided,
  owedText,
  PAYMENT_STATE_LABELS,
  paymentRecorded,
} from '@ledgerline/contract/rules';
import type { Session, SessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { dayText } from '../../../domain/days.ts';
import { isFilledIn, nextStep } from '../session-display.ts';

export interface ProgressStep {
  label: 'Sent' | 'Opened' | 'Filled in' | 'Signed' | 'Paid';
  /** `part`: started, not complete. */
  state: 'done' | 'part' | 'todo' | 'problem';
  /** '' while it is not known. */
  note: string;
}

type LinkEmail = Pick<
  EmailLogEntry,
  'status' | 'session_id' | 'session_form_id' | 'sent_at' | 'created_at' | 'link_ends_at'
>;

interface ProgressInput {
  session: Pick<
    Session,
    'id' | 'client_last_viewed_at' | 'all_forms_completed' | 'total_cents' | 'payment_received_at'
  >;
  forms: readonly SubmissionRow[];
  /** Newest first; undefined until they are known. */
  emails: readonly LinkEmail[] | undefined;
  /** undefined until they are known. */
  payments: SessionPaymentData | undefined;
  now: number;
}

/** The steps of a session that apply to it, and how far each is. */
export function sessionProgress(input: ProgressInput): ProgressStep[] {
  const live = input.forms.filter((form) => !isVoided(form));
  const steps = [
    sentStep(input),
    openedStep(input.session, live),
    filledStep(live.filter(isFilledIn)),
    signedStep(live.filter(isSigned)),
    paidStep(input),
  ];
  return steps.filter((step) => step !== null);
}

/** Only emails are recorded as sent; a client who opened the page got the link some other way. */
function sentStep({ session, emails, now }: ProgressInput): ProgressStep {
  const step = (state: ProgressStep['state'], note: string): ProgressStep => ({ label: 'Sent', state, note });
  const isViewed = session.client_last_viewed_at !== null;
  if (emails === undefined) return step(isViewed ? 'done' : 'todo', '');
  const own = emails.filter(
    ({ session_id, session_form_id, link_ends_at }) =>
      session_id === session.id && session_form_id === null && link_ends_at !== null,
  );
  const sent = own.filter(({ status }) => status === 'sent');
  const active = sent.find(({ link_ends_at }) => Date.parse(link_ends_at ?? '') >= now);
  const last = active ?? (session.all_forms_completed ? sent[0] : undefined);
  if (last) return step('done', `Emailed ${dayText(last.sent_at ?? last.created_at)}`);
  if (own[0]?.status === 'queued') return step('part', 'Email being sent');
  if (own[0]?.status === 'failed' && !isViewed) return step('problem', 'Email not sent');
  if (sent.length > 0) return step('problem', 'Emailed link expired');
  return isViewed ? step('done', 'Client opened the link') : step('todo', 'Not emailed yet');
}

/** A form that was opened by its own link does not count as a view of the session's page. */
function openedStep({ client_last_viewed_at }: ProgressInput['session'], forms: readonly SubmissionRow[]) {
  const step = { label: 'Opened' } as const;
  if (client_last_viewed_at)
    return { ...step, state: 'done', note: `Last viewed ${dayText(client_last_viewed_at)}` } as const;
  const hasAnswers = forms.some((form) => isFinished(form) || form.progress_step > 0);
  return { ...step, state: 'todo', note: hasAnswers ? 'Page not viewed' : 'Not yet' } as const;
}

function isSigned(form: SubmissionRow): boolean {
  const isRequired = advisorOf(form).required || clientOf(form).required;
  return isRequired || form.type === 'DocuSign' || Boolean(form.envelope_id);
}

function isDone(form: SubmissionRow): boolean {
  if (isDeclined(form)) return false;
  const [advisor, client] = [advisorOf(form), clientOf(form)];
  if (advisor.outstanding || client.outstanding) return false;
  return advisor.required || client.required || isFinished(form);
}

function filledStep(forms: readonly SubmissionRow[]): ProgressStep | null {
  const done = forms.filter((form) => isFinished(form) || isDone(form)).length;
  const isStarted = done > 0 || forms.some(({ progress_step }) => progress_step > 0);
  if (forms.length === 0) return null;
  const state = done === forms.length ? 'done' : isStarted ? 'part' : 'todo';
  return { label: 'Filled in', state, note: `${done} of ${forms.length}` };
}

function signedStep(forms: readonly SubmissionRow[]): ProgressStep | null {
  if (forms.length === 0) return null;
  const done = forms.filter(isDone).length;
  const label = 'Signed';
  const count = `${done} of ${forms.length}`;
  if (done === forms.length) return { label, state: 'done', note: count };
  if (forms.some(isDeclined)) return { label, state: 'problem', note: `${count} · Declined` };
  const isStarted = done > 0 || forms.some((form) => advisorOf(form).signed || clientOf(form).signed);
  const isAdvisorNext = forms.some((form) => nextStep(form)?.who === 'advisor');
  return {
    label,
    state: isStarted ? 'part' : 'todo',
    note: isAdvisorNext ? `${count} · Advisor next` : count,
  };
}

/** By the session's own invoices; payments recorded elsewhere have no amount (decisions O3). */
function paidStep({ session, payments }: ProgressInput): ProgressStep | null {
  const step = (state: ProgressStep['state'], note: string): ProgressStep => ({ label: 'Paid', state, note });
  const total = session.total_cents;
  if (!payments) return total > 0 ? step('todo', '') : null;
  const own = payments.invoices.filter(({ is_made_by_schedule }) => !is_made_by_schedule);
  const invoice = own.findLast(({ status }) => status !== 'void');
  if (total <= 0 && !invoice) return null;
  const { paid_cents: paid, settled_cents: settled } = payments;
  if (payments.transactions.length === 0 && paymentRecorded(session.payment_received_at))
    return step('done', 'Payment recorded');
  const isPartlyPaid = own.some(
    ({ status, payment_state }) => status !== 'void' && payment_state === 'partially_paid',
  );
  if (paid > 0) {
    // The invoice may be for more than the prices of the forms.
    const owed = owedText({ total, paid, settled }) ?? (isPartlyPaid ? 'Invoice partially paid' : null);
    return owed === null ? step('done', 'Paid in full') : step('part', owed);
  }
  if (!invoice) return step('todo', own.length > 0 ? 'Invoice voided' : 'No invoice yet');
  if (invoice.payment_state === 'paid') return step('done', 'Invoice paid');
  return step('todo', `Invoice ${PAYMENT_STATE_LABELS[invoice.payment_state].toLowerCase()}`);
}
