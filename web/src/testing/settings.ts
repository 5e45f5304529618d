import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { getGlobalSettings, PublicSettings } from '@ledgerline/contract/settings/endpoints';

type Settings = ReplyOf<typeof getGlobalSettings>['data'];

/** Brokerage settings: defaults unless overridden, and no enrollment period. */
export function someSettings(fields: Partial<Settings> = {}): Settings {
  return {
    default_form_expiration_days: 7,
    enrolment_windows: [],
    enrollment_confirmed_for: 2027,
    enrollment_plan_year: 2027,
    enrollment_defaults: [],
    reminders_on: true,
    reminders_first_days: 2,
    reminders_every_days: 3,
    reminders_most: 4,
    reminders_of_invoices: true,
    has_calendar_names: false,
    can_agents_share_views: true,
    bulk_emails_per_minute: 30,
    has_template_library: true,
    ...fields,
  };
}

/** Public settings of the brokerage, without single sign-on unless overridden. */
export function somePublicSettings(fields: Partial<PublicSettings> = {}): PublicSettings {
  return {
    brand: 'Ledgerline',
    logo: null,
    color: null,
    phone_lookup_url: '',
    card_security_code: 'keep',
    time_zone: 'America/New_York',
    public_url: null,
    is_email_connected: true,
    ...fields,
  };
}
