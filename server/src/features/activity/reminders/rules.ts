import {
  dayInZone,
  INVOICE_REMINDER_DAYS,
  nextReminder,
  planDays,
  type ReminderMode,
  type ReminderPlan,
  type ReminderReason,
} from '@ledgerline/contract/rules';
import { zoneOfAddress } from '@ledgerline/contract/rules/zones';
import type { ReminderSettings } from '@ledgerline/contract/settings/endpoints';

/** A form behind a link, with what its template says of reminders. */
export interface RemindedForm {
  is_left: boolean;
  /** The client cannot sign before the advisor has. */
  is_advisor_first: boolean;
  is_voided: boolean;
  is_declined: boolean;
  mode: ReminderMode | null;
  first_days: number | null;
  every_days: number | null;
  most: number | null;
}

/** Everything that the reminders of one series follow from, as it is true now. */
export interface Facts {
  id: number;
  client_id: number;
  state: 'active' | 'paused' | 'stopped';
  reason: ReminderReason | null;
  started_at: Date;
  /** Of a link; `client_id` null once it is taken away from its client. */
  link: { client_id: number | null; expires_at: Date; is_revoked: boolean; has_newer: boolean } | null;
  forms: readonly RemindedForm[];
  invoice: {
    client_id: number;
    status: string;
    provider_status: string | null;
    due_date: string | null;
    has_pay_page: boolean;
    /** The client has paid something that has not arrived yet. */
    is_paying: boolean;
    /** It says something else than what was mailed, or money was given back since. */
    is_changed: boolean;
  } | null;
  is_inactive: boolean;
  /** The last mail went to the address that the record had then, and the record has another one now. */
  is_address_changed: boolean;
  address: string | null;
  /** Numbers that went or are on their way; one that came too late is missed, as if nobody had sent it. */
  sent: readonly { number: number; at: Date }[];
  /** The last mail of the link or invoice. */
  last_mail: { status: string; failure: string | null; to_address: string; error: string | null; at: Date };
  /** When there were mails to the client; one that waits counts as of now. */
  mailed: readonly Date[];
}

/** How a series stands: ended, waiting for something else than a day, or with a next reminder. */
export interface ReminderState {
  ended: ReminderReason | null;
  waits: ReminderReason | null;
  next: { number: number; at: Date } | null;
  most: number;
  zone: string;
}

/**
 * How a series stands at an instant, whatever agents said of it; `timeZone` is the brokerage's, `canBeOpened` says whether
 * the links that a job mails lead anywhere.
 */
export function stateOf(
  facts: Facts,
  settings: ReminderSettings,
  { now, timeZone, canBeOpened }: { now: Date; timeZone: string; canBeOpened: boolean },
): ReminderState {
  const zone = zoneOfAddress(facts.address, timeZone);
  const { days, gap, base, ...own } = facts.invoice ? ofInvoice(facts, settings) : ofForms(facts, settings);
  const unaddressed = facts.is_address_changed ? 'address_changed' : null;
  const waits = facts.is_inactive
    ? 'inactive'
    : (own.waits ?? unaddressed ?? (canBeOpened ? null : 'no_public_url'));
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

const UNSENDABLE: readonly (ReminderReason | null)[] = ['changed', 'address_changed', 'payment_pending'];

/** What waits for this is not sent by hand either: it would say what is not true. */
export const isUnsendable = (waits: ReminderReason | null): boolean => UNSENDABLE.includes(waits);

/** The last mail of the series has not left yet. */
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
  /** null: the day of the first mail. */
  base: string | null;
  waits: ReminderReason | null;
}

function ofInvoice({ invoice }: Facts, { reminders_of_invoices }: ReminderSettings): Days {
  const { due_date = null, has_pay_page, is_paying, is_changed, status, provider_status } = invoice ?? {};
  const isPaying = is_paying === true || status === 'pending' || provider_status === 'processing';
  const waits = !reminders_of_invoices
    ? 'off'
    : due_date === null
      ? 'no_due_date'
      : isPaying
        ? 'payment_pending'
        : has_pay_page && is_changed !== true
          ? null
          : 'changed';
  return { days: INVOICE_REMINDER_DAYS, gap: 1, base: due_date, waits };
}

/** Of several forms behind one link the first with work left decides whose template has reminders. */
function ofForms({ forms }: Facts, settings: ReminderSettings): Days {
  const usual: ReminderPlan = {
    first_days: settings.reminders_first_days,
    every_days: settings.reminders_every_days,
    most: settings.reminders_most,
  };
  const isReminded = ({ mode }: RemindedForm) => mode === 'own' || (mode !== 'off' && settings.reminders_on);
  const left = forms.filter(({ is_left }) => is_left);
  const open = left.filter(({ is_advisor_first }) => !is_advisor_first);
  const form = open.find(isReminded);
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
