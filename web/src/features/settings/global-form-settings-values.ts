import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { DEFAULT_EXPIRATION_DAYS, DEFAULT_REMINDER_PLAN } from '@ledgerline/contract/rules';
import {
  type GlobalSettings,
  type getGlobalSettings,
  MAX_BULK_EMAILS_PER_MINUTE,
} from '@ledgerline/contract/settings/endpoints';
import type { FormErrors } from '@mantine/form';
import {
  eachNumber,
  numberErrors,
  type ReminderNumbers,
  reminderNumber,
  typedNumbers,
} from '../../domain/reminders/reminder-numbers.ts';
import { periodErrors, periodsSent, type TypedPeriod, typedPeriod } from './enrollment-periods.ts';

/** Field values of the dialog; numbers as typed. */
export interface SettingsValues extends ReminderNumbers<string> {
  days: string;
  periods: TypedPeriod[];
  /** The owner has checked the periods for the plan year. */
  is_enrollment_confirmed: boolean;
  reminders_on: boolean;
  reminders_of_invoices: boolean;
  has_calendar_names: boolean;
  can_agents_share_views: boolean;
  bulk_emails_per_minute: string;
}

/** As stored; null: they could not be loaded. */
export type StoredSettings = ReplyOf<typeof getGlobalSettings>['data'] | null;

const UNKNOWN = {
  reminders_first_days: DEFAULT_REMINDER_PLAN.first_days,
  reminders_every_days: DEFAULT_REMINDER_PLAN.every_days,
  reminders_most: DEFAULT_REMINDER_PLAN.most,
};

export function settingsValues(stored: StoredSettings): SettingsValues {
  return {
    days: String(stored?.default_form_expiration_days ?? DEFAULT_EXPIRATION_DAYS),
    periods: (stored?.enrolment_windows ?? []).map(typedPeriod),
    is_enrollment_confirmed: stored !== null && isEnrollmentConfirmed(stored),
    reminders_on: stored?.reminders_on ?? true,
    reminders_of_invoices: stored?.reminders_of_invoices ?? true,
    has_calendar_names: stored?.has_calendar_names ?? false,
    can_agents_share_views: stored?.can_agents_share_views ?? true,
    bulk_emails_per_minute: String(stored?.bulk_emails_per_minute ?? ''),
    ...typedNumbers(stored ?? UNKNOWN),
  };
}

/** Whether an owner has checked the enrollment periods for the plan year that is open now or next. */
export function isEnrollmentConfirmed(stored: NonNullable<StoredSettings>): boolean {
  return (stored.enrollment_confirmed_for ?? 0) >= stored.enrollment_plan_year;
}

export function settingsErrors(values: SettingsValues): FormErrors {
  return {
    ...periodErrors(values.periods),
    ...numberErrors(values, { canBeBlank: false }),
    bulk_emails_per_minute: paceError(values.bulk_emails_per_minute),
  };
}

function paceError(text: string): string | false {
  // Not loaded: it is not sent.
  if (text === '') return false;
  const pace = Number(text);
  const isValid = Number.isInteger(pace) && pace >= 1 && pace <= MAX_BULK_EMAILS_PER_MINUTE;
  return !isValid && `Must be a number from 1 to ${MAX_BULK_EMAILS_PER_MINUTE}`;
}

/**
 * The link lifetime where it is shown, and of the rest only what was changed here: untouched settings keep values others may
 * have set.
 */
export function settingsSent(
  values: SettingsValues,
  stored: StoredSettings,
  { hasDays }: { hasDays: boolean },
): GlobalSettings {
  return {
    ...(hasDays ? { default_form_expiration_days: Number(values.days) } : {}),
    ...(stored
      ? { ...changedPeriods(values, stored), ...confirmed(values, stored), ...changedOthers(values, stored) }
      : {}),
  };
}

function confirmed({ is_enrollment_confirmed }: SettingsValues, stored: NonNullable<StoredSettings>) {
  if (!is_enrollment_confirmed || isEnrollmentConfirmed(stored)) return {};
  return { enrollment_confirmed_for: stored.enrollment_plan_year };
}

function changedPeriods({ periods }: SettingsValues, stored: NonNullable<StoredSettings>) {
  const typed = periodsSent(periods);
  return JSON.stringify(stored.enrolment_windows) === JSON.stringify(typed)
    ? {}
    : { enrolment_windows: typed };
}

function changedOthers(values: SettingsValues, stored: NonNullable<StoredSettings>): Partial<GlobalSettings> {
  const { reminders_on, reminders_of_invoices, has_calendar_names, can_agents_share_views } = values;
  const numbers = eachNumber((name, max) => reminderNumber(values[name], max) ?? stored[name]);
  const typed = {
    reminders_on,
    reminders_of_invoices,
    has_calendar_names,
    can_agents_share_views,
    bulk_emails_per_minute: Number(values.bulk_emails_per_minute) || stored.bulk_emails_per_minute,
    ...numbers,
  };
  const before = new Map<string, unknown>(Object.entries(stored));
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== before.get(name)));
}
