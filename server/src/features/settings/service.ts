import type { ReplyOf } from '@ledgerline/contract/endpoint';
import {
  DEFAULT_EXPIRATION_DAYS,
  DEFAULT_REMINDER_PLAN,
  defaultPeriods,
  expirationDaysAllowed,
  expirationHours,
  planYearToConfirm,
} from '@ledgerline/contract/rules';
import type {
  EnrollmentPeriod,
  GlobalSettings,
  getGlobalSettings as getEndpoint,
  PublicSettings,
  ReminderSettings,
} from '@ledgerline/contract/settings/endpoints';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import { type AgentActor, brokerageDay, type Context, type Deps } from '#platform/context.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { brandForPages } from './brand/service.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

/** What every page may know before an agent signs in. */
export async function publicSettings(deps: Deps): Promise<PublicSettings> {
  const { config, email } = deps;
  const { color, logo } = await brandForPages(deps);
  const { SSO_ISSUER, SSO_NAME, SSO_ONLY } = config;
  return {
    brand: config.BRAND,
    logo,
    color,
    phone_lookup_url: config.PHONE_LOOKUP_URL,
    card_security_code: config.CARD_SECURITY_CODE,
    time_zone: config.TIME_ZONE,
    public_url: config.PUBLIC_URL ?? null,
    is_email_connected: isEmailConnected({ email }),
    ...(SSO_ISSUER ? { sso: { name: SSO_NAME, only: SSO_ONLY } } : {}),
  };
}

export async function getPublicSettings(ctx: Context): Promise<{ success: true; data: PublicSettings }> {
  return { success: true, data: await publicSettings(ctx.deps) };
}

export async function getGlobalSettings(ctx: Ctx): Promise<ReplyOf<typeof getEndpoint>> {
  return settingsReply(ctx, await settingsOf(ctx));
}

export async function updateGlobalSettings(
  ctx: Ctx,
  settings: GlobalSettings,
): Promise<ReplyOf<typeof getEndpoint>> {
  const before = await settingsOf(ctx);
  const after = { ...before, ...settings };
  await repository.saveSettings(ctx.db, {
    ...settings,
    ...periodsToStore(ctx, settings),
    updated_by: ctx.actor.id,
    updated_at: ctx.deps.clock.now(),
  });
  await auditChanges(ctx, 'global_settings', before, changesTo(before, settings));
  return settingsReply(ctx, after);
}

/** The default periods are not stored, so that they follow the plan year. */
function periodsToStore({ deps }: Ctx, { enrolment_windows }: GlobalSettings) {
  if (enrolment_windows === undefined) return {};
  const isDefault = JSON.stringify(enrolment_windows) === JSON.stringify(defaultEnrollmentPeriods(deps));
  return { enrolment_windows: isDefault ? null : enrolment_windows };
}

function defaultEnrollmentPeriods(deps: Deps): EnrollmentPeriod[] {
  return defaultPeriods(brokerageDay(deps)).map(({ name, from, to }) => ({ name, from, to }));
}

function settingsReply({ deps }: Ctx, settings: Settings): ReplyOf<typeof getEndpoint> {
  const today = brokerageDay(deps);
  const enrollment_plan_year = planYearToConfirm(today);
  const enrollment_defaults = defaultPeriods(today);
  const has_template_library = deps.esign.hasOwnPage;
  return {
    success: true,
    data: { ...settings, enrollment_plan_year, enrollment_defaults, has_template_library },
  };
}

/** How long a link is valid by default (0§9, decisions F22). */
export async function defaultExpirationHours(ctx: Pick<Context, 'db' | 'deps'>): Promise<number> {
  return expirationHours((await settingsOf(ctx)).default_form_expiration_days);
}

/** Enrollment periods: what Today shows while one is open (decision 049). */
export async function enrollmentPeriods(ctx: Pick<Context, 'db' | 'deps'>): Promise<EnrollmentPeriod[]> {
  return (await settingsOf(ctx)).enrolment_windows;
}

/** How clients are reminded of emailed links (decision 051). */
export function reminderSettings(ctx: Pick<Context, 'db' | 'deps'>): Promise<ReminderSettings> {
  return settingsOf(ctx);
}

/** Whether calendar feeds name clients (decision 053). */
export async function hasCalendarNames(ctx: Pick<Context, 'db' | 'deps'>): Promise<boolean> {
  return (await settingsOf(ctx)).has_calendar_names;
}

/** Whether agents who are not owners may share views of lists (decision 125). */
export async function canAgentsShareViews(ctx: Pick<Context, 'db' | 'deps'>): Promise<boolean> {
  return (await settingsOf(ctx)).can_agents_share_views;
}

/** How many emails of bulk actions are sent per minute (decision 130). */
export async function bulkEmailsPerMinute(ctx: Pick<Context, 'db' | 'deps'>): Promise<number> {
  return (await settingsOf(ctx)).bulk_emails_per_minute;
}

type Settings = Required<Omit<GlobalSettings, 'enrollment_confirmed_for'>> & {
  enrollment_confirmed_for: number | null;
};

/** The defaults until they are set, except the enrollment periods, which depend on the plan year. */
const DEFAULTS: Omit<Settings, 'enrolment_windows'> = {
  default_form_expiration_days: DEFAULT_EXPIRATION_DAYS,
  enrollment_confirmed_for: null,
  reminders_on: true,
  reminders_first_days: DEFAULT_REMINDER_PLAN.first_days,
  reminders_every_days: DEFAULT_REMINDER_PLAN.every_days,
  reminders_most: DEFAULT_REMINDER_PLAN.most,
  reminders_of_invoices: true,
  has_calendar_names: false,
  can_agents_share_views: true,
  bulk_emails_per_minute: 30,
};

/** An invalid value written directly to the database is replaced with the default and logged. */
async function settingsOf({ db, deps }: Pick<Context, 'db' | 'deps'>): Promise<Settings> {
  const saved = await repository.findSettings(db);
  if (!saved) return { ...DEFAULTS, enrolment_windows: defaultEnrollmentPeriods(deps) };
  const settings = { ...saved, enrolment_windows: saved.enrolment_windows ?? defaultEnrollmentPeriods(deps) };
  if (expirationDaysAllowed(saved.default_form_expiration_days)) return settings;
  deps.log.warn(saved, 'global_settings contains an invalid value; using the default');
  return { ...settings, default_form_expiration_days: DEFAULTS.default_form_expiration_days };
}
