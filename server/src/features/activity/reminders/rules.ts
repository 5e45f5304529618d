import {
  dayInZone,
  INVOICE_REMINDER_DAYS,
  isFormReminded,
  nextReminder,
  planDays,
  type ReminderMode,
  type ReminderPlan,
  type ReminderReason,
} from '@ledgerline/contract/rules';
import { zoneOfAddress } from '@ledgerline/contract/rules/zones';
import type { ReminderSettings } from '@ledgerline/contract/settings/endpoints';

/** A form behind a link, with the reminder settings of its template. */
export interface RemindedForm {
  is_left: boolean;
  /** The client cannot sign before the advisor. */
  is_advisor_first: boolean;
  is_voided: boolean;
  is_declined: boolean;
  mode: ReminderMode | null;
  first_days: number | null;
  every_days: number | null;
  most: number | null;
}

/** All current facts that determine the reminders of a series. */
export interface Facts {
  id: number;
  client_id: number;
  state: 'active' | 'paused' | 'stopped';
  reason: ReminderReason | null;
  started_at: Date;
  /** For a link; `client_id` is null once it is unlinked from its client. */
  link: { client_id: number | null; expires_at: Date; is_revoked: boolean; has_newer: boolean } | null;
  forms: readonly RemindedForm[];
  invoice: {
    client_id: number;
    status: string;
    provider_status: string | null;
    due_date: string | null;
    has_pay_page: boolean;
    /** The client has made a payment that has not arrived yet. */
    is_paying: boolean;
    /** It differs from what was emailed. */
    is_changed: boolean;
    /** Money was refunded since it was emailed. */
    is_refunded: boolean;
  } | null;
  is_inactive: boolean;
  /** The last email went to the address on record at that time, and the record now has another one. */
  is_address_changed: boolean;
  address: string | null;
  /** Numbers that were sent or are being sent; one that was too late counts as missed. */
  sent: readonly { number: number; at: Date }[];
  /** The last email of the link or invoice. */
  last_mail: { status: string; failure: string | null; to_address: string; error: string | null; at: Date };
  /** When the client received emails; a queued one counts as of now. */
  mailed: readonly Date[];
}

/** The state of a series: ended, waiting for something other than a day, or with a next reminder. */
export interface ReminderState {
  ended: ReminderReason | null;
  waits: ReminderReason | null;
  next: { number: number; at: Date } | null;
  most: number;
  zone: string;
}

/** The installation at an instant. */
interface Setting {
  now: Date;
  timeZone: string;
  isConnected: boolean;
  canBeOpened: boolean;
}

/**
 * The state of a series at an instant, regardless of what agents set; `timeZone` is the brokerage's, `isConnected` is whether there is a
 * mail server, `canBeOpened` whether emailed links have a public address.
 */
export function stateOf(
  facts: Facts,
  settings: ReminderSettings,
  { now, timeZone, isConnected, canBeOpened }: Setting,
): ReminderState {
  const zone = zoneOfAddress(facts.address, timeZone);
  const { days, gap, base, ...own } = facts.invoice ? ofInvoice(facts, settings) : ofForms(facts, settings);
  const unreachable = isConnected ? (canBeOpened ? null : 'no_public_url') : 'not_connected';
  // Without a mail server that is the reason, whether or not the email was tried.
  const address = isConnected ? addressProblem(facts) : null;
  const waits = facts.is_inactive ? 'inactive' : (own.waits ?? address ?? unreachable);
  const since = dayInZone(facts.started_at, zone);
  const next = nextReminder({
    base: base ?? since,
    days,
    since,
    gap,
    sent: facts.sent.map(({ number, at }) => ({ number, day: dayInZone(at, zone) })),
    busy: facts.mailed.map((at) => dayInZone(at, zone)),
    now,
    zone,
  });
  const isUsedUp = next === null && waits === null && !isOnItsWay(facts);
  const ended = endOf(facts, now) ?? (isUsedUp ? 'used_up' : null);
  return { ended, waits, next, most: days.length, zone };
}

function addressProblem({ is_address_changed, last_mail }: Facts): ReminderReason | null {
  if (last_mail.failure === 'unconnected') return 'not_mailed';
  return is_address_changed ? 'address_changed' : null;
}

/** What was emailed of the invoice no longer applies. */
const OUTDATED: readonly (ReminderReason | null)[] = ['changed', 'refunded', 'no_pay_page'];
const UNSENDABLE: readonly (ReminderReason | null)[] = [
  ...OUTDATED,
  'address_changed',
  'payment_pending',
  'not_mailed',
  'not_connected',
];

export const isOutdated = (waits: ReminderReason | null): boolean => OUTDATED.includes(waits);

/** A reminder that waits for this cannot be sent manually either: its content would be untrue. */
export const isUnsendable = (waits: ReminderReason | null): boolean => UNSENDABLE.includes(waits);

/** The last email of the series has not been sent yet. */
export const isOnItsWay = ({ last_mail }: Facts): boolean => last_mail.status === 'queued';

function endOf(facts: Facts, now: Date): ReminderReason | null {
  const ended = facts.invoice ? endOfInvoice(facts, facts.invoice) : endOfLink(facts, now);
  return ended ?? (facts.last_mail.failure === 'refused' ? 'bounced' : null);
}

function endOfInvoice({ client_id }: Facts, invoice: NonNullable<Facts['invoice']>): ReminderReason | null {
  if (invoice.status === 'paid') return 'paid';
  if (invoice.status === 'void') return 'voided';
  return invoice.client_id === client_id ? null : 'taken_back';
}

function endOfLink({ client_id, link, forms }: Facts, now: Date): ReminderReason | null {
  if (!link) return 'taken_back';
  if (link.is_revoked) return link.has_newer ? 'newer_link' : 'taken_back';
  if (link.client_id !== client_id) return 'taken_back';
  if (!forms.some(({ is_left }) => is_left)) return endOfForms(forms);
  return link.expires_at <= now ? 'expired' : null;
}

function endOfForms(forms: readonly RemindedForm[]): ReminderReason {
  if (forms.length === 0) return 'taken_back';
  if (forms.every(({ is_voided }) => is_voided)) return 'voided';
  return forms.every(({ is_voided, is_declined }) => is_voided || is_declined) ? 'declined' : 'done';
}

interface Days {
  days: readonly number[];
  gap: number;
  /** null: the day of the first email. */
  base: string | null;
  waits: ReminderReason | null;
}

function ofInvoice({ invoice }: Facts, { reminders_of_invoices }: ReminderSettings): Days {
  const waits = reminders_of_invoices ? waitsOfInvoice(invoice) : 'off';
  return { days: INVOICE_REMINDER_DAYS, gap: 1, base: invoice?.due_date ?? null, waits };
}

function waitsOfInvoice(invoice: Facts['invoice']): ReminderReason | null {
  if (!invoice || invoice.due_date === null) return 'no_due_date';
  const { is_paying, status, provider_status } = invoice;
  if (is_paying || status === 'pending' || provider_status === 'processing') return 'payment_pending';
  if (invoice.is_changed) return 'changed';
  if (invoice.is_refunded) return 'refunded';
  return invoice.has_pay_page ? null : 'no_pay_page';
}

/** For several forms behind one link, the template of the first unfinished one decides about reminders. */
function ofForms({ forms }: Facts, settings: ReminderSettings): Days {
  const usual: ReminderPlan = {
    first_days: settings.reminders_first_days,
    every_days: settings.reminders_every_days,
    most: settings.reminders_most,
  };
  const left = forms.filter(({ is_left }) => is_left);
  const open = left.filter(({ is_advisor_first }) => !is_advisor_first);
  const form = open.find(({ mode }) => isFormReminded(mode, settings));
  const plan = form?.mode === 'own' ? planOf(form, usual) : usual;
  return {
    days: planDays(plan),
    gap: plan.every_days,
    base: null,
    waits: form ? null : open.length > 0 ? 'off' : 'advisor_first',
  };
}

function planOf({ first_days, every_days, most }: RemindedForm, usual: ReminderPlan): ReminderPlan {
  return {
    first_days: first_days ?? usual.first_days,
    every_days: every_days ?? usual.every_days,
    most: most ?? usual.most,
  };
}
