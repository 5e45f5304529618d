import { z } from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { MAX_REMINDER_DAYS, MAX_REMINDERS } from '../rules/reminders.ts';
import { expirationDaysAllowed, MAX_EXPIRATION_DAYS, MIN_EXPIRATION_DAYS } from '../rules.ts';
import { base64Schema, textSchema } from '../schemas.ts';

/** A logo, which anyone can load from `path` on this server. */
const logoSchema = z.object({ path: z.string(), width: z.number(), height: z.number() });

/** The limits of a logo: twice the size at which it is shown. */
export const MAX_LOGO_WIDTH = 600;
export const MAX_LOGO_HEIGHT = 160;
export const MAX_LOGO_BYTES = 200 * 1024;

/** What clients see of the brokerage besides its name. */
const brandSchema = z.object({
  /** '#0f6b6b'; null for the product's own. */
  color: z.string().nullable(),
  phone: z.string().nullable(),
  logo: logoSchema.nullable(),
});
export type Brand = z.output<typeof brandSchema>;

/** What every page may know before sign-in. */
const publicSettingsSchema = z.object({
  brand: z.string(),
  logo: logoSchema.nullable(),
  color: z.string().nullable(),
  phone_lookup_url: z.string(),
  card_security_code: z.enum(['keep', 'refuse']),
  time_zone: z.string(),
  /** The address at which clients reach this installation; null means the origin in the browser (decisions I14). */
  public_url: z.string().nullable(),
  /** Whether a mail server is connected; without one, no email leaves this installation. */
  is_email_connected: z.boolean(),
  /** Single sign-on, where configured: the name of the provider, and whether password sign-in is also allowed. */
  sso: z.object({ name: z.string(), only: z.boolean() }).optional(),
});
export type PublicSettings = z.output<typeof publicSettingsSchema>;

/** Fields that are left out stay unchanged. */
const brandBodySchema = z.strictObject({
  color: z
    .string()
    .regex(/^#[\da-f]{6}$/, 'must be a color such as #0f6b6b')
    .nullable()
    .optional(),
  phone: textSchema(40).trim().min(1).nullable().optional(),
  /** A PNG as base64; null removes the logo. */
  logo: base64Schema(MAX_LOGO_BYTES).nullable().optional(),
});
export type BrandBody = z.output<typeof brandBodySchema>;

export const getBrand = endpoint('GET /settings/brand', 'owner', {
  summary: 'Get the color, phone number and logo of the brokerage',
  audit: 'none',
  reply: success({ data: brandSchema }),
});

export const updateBrand = endpoint('PUT /settings/brand', 'owner', {
  summary: 'Change the color, the phone number or the logo of the brokerage',
  audit: 'none',
  needsReauthentication: true,
  body: brandBodySchema,
  reply: success({ data: brandSchema }),
});

export const getPublicSettings = endpoint('GET /public-settings', 'public', {
  summary: 'Get the brand and display settings of this installation',
  reply: success({ data: publicSettingsSchema }),
});

const DAYS_MESSAGE = `must be from ${MIN_EXPIRATION_DAYS} to ${MAX_EXPIRATION_DAYS} days`;
const expirationDaysSchema = z
  .number()
  .refine(expirationDaysAllowed, DAYS_MESSAGE)
  .meta({ type: 'integer', minimum: MIN_EXPIRATION_DAYS, maximum: MAX_EXPIRATION_DAYS });

/** A day of every year, '10-15'; February 29 is invalid, since most years do not have it. */
const yearlyDaySchema = z
  .string()
  .refine((text) => /^\d\d-\d\d$/.test(text) && z.iso.date().safeParse(`2001-${text}`).success, {
    error: 'must be a month and a day such as 10-15',
  });

/** The yearly enrollment period, both days included; spans New Year where the end is before the start. */
const enrollmentPeriodSchema = z.strictObject({
  name: textSchema(80).trim().min(1, 'must have a name'),
  from: yearlyDaySchema,
  to: yearlyDaySchema,
});
export type EnrollmentPeriod = z.output<typeof enrollmentPeriodSchema>;

export const MAX_ENROLLMENT_PERIODS = 10;

const planYearSchema = z.number().int().min(2020).max(2100);

/** The federal periods that apply until an owner changes them, for the plan year that clients can enroll for now or next. */
const defaultPeriodSchema = enrollmentPeriodSchema.extend({ plan_year: z.number(), source: z.string() });

/** Days between reminders, and their number; the same limits for the brokerage and for a template. */
export const reminderDaysSchema = z.number().int().min(1).max(MAX_REMINDER_DAYS);
export const reminderCountSchema = z.number().int().min(1).max(MAX_REMINDERS);

/** How clients are reminded (decision 051); fields that are left out stay unchanged. */
const reminderSettings = {
  /** For forms, signatures and sessions that were emailed to them. */
  reminders_on: z.boolean(),
  reminders_first_days: reminderDaysSchema,
  reminders_every_days: reminderDaysSchema,
  reminders_most: reminderCountSchema,
  /** For invoices: 3 days before the due date, on it, 3 and 10 days after. */
  reminders_of_invoices: z.boolean(),
};
const readReminderSettings = z.object(reminderSettings);
export type ReminderSettings = z.output<typeof readReminderSettings>;

export const MAX_BULK_EMAILS_PER_MINUTE = 600;
const bulkEmailsSchema = z.number().int().min(1).max(MAX_BULK_EMAILS_PER_MINUTE);

/** The brokerage's settings (0§3), changed by owners; each is a column of the same name. */
const globalSettingsSchema = z.strictObject({
  /** Shown on Today while they are open (decision 049); unchanged when left out. */
  enrolment_windows: z.array(enrollmentPeriodSchema).max(MAX_ENROLLMENT_PERIODS).optional(),
  /** The plan year for which the enrollment periods were last checked; unchanged when left out. */
  enrollment_confirmed_for: planYearSchema.optional(),
  /** Whether calendar feeds name clients instead of showing initials (decision 053); unchanged when left out. */
  has_calendar_names: z.boolean().optional(),
  /** Whether all agents may share views of lists, or only owners (decision 125); unchanged when left out. */
  can_agents_share_views: z.boolean().optional(),
  /** How many emails of bulk actions are sent per minute (decision 130); unchanged when left out. */
  bulk_emails_per_minute: bulkEmailsSchema.optional(),
  /** How many days a form link lasts by default; unchanged when left out. */
  default_form_expiration_days: expirationDaysSchema.optional(),
  ...readReminderSettings.partial().shape,
});
export type GlobalSettings = z.output<typeof globalSettingsSchema>;

/** What agents can read: the settings, and whether template PDFs are stored here or at the e-signature provider. */
const readSettings = globalSettingsSchema.extend({
  default_form_expiration_days: expirationDaysSchema,
  enrolment_windows: z.array(enrollmentPeriodSchema),
  enrollment_confirmed_for: planYearSchema.nullable(),
  /** The plan year to confirm now. */
  enrollment_plan_year: z.number(),
  enrollment_defaults: z.array(defaultPeriodSchema),
  ...reminderSettings,
  has_calendar_names: z.boolean(),
  can_agents_share_views: z.boolean(),
  bulk_emails_per_minute: z.number(),
  has_template_library: z.boolean(),
});

export const getGlobalSettings = endpoint('GET /global-settings', 'agent', {
  summary: 'Get the global form settings; a form link lasts 7 days by default',
  audit: 'none',
  reply: success({ data: readSettings }),
});

export const updateGlobalSettings = endpoint('PUT /global-settings', 'owner_or_developer', {
  summary: 'Change the global form settings',
  needsReauthentication: true,
  body: globalSettingsSchema,
  reply: success({ data: readSettings }),
});

/** How this installation sends email and stores backups, for its owners; set by the person who runs the server. */
const installationSchema = z.object({
  email: z.object({
    is_connected: z.boolean(),
    /** The mail server without its password; null without one. */
    server: z.string().nullable(),
    from: z.string(),
    /** Emails that are queued or being retried. */
    waiting: z.number().int(),
  }),
  backups: z.object({
    /** The newest complete backup in the backup folder of this server; null without one. */
    last_at: z.iso.datetime().nullable(),
    folder: z.string(),
    keep_days: z.number().int().nullable(),
    /** The bucket with the files, which is backed up separately; null for files on the disk. */
    bucket: z.string().nullable(),
    has_point_in_time: z.boolean(),
    /** There is no backup in the folder, or the newest one is more than two days old. */
    needs_attention: z.boolean(),
  }),
});
export type Installation = z.output<typeof installationSchema>;

export const getInstallation = endpoint('GET /settings/installation', 'owner', {
  summary: 'Get how this installation sends email, and its newest backup',
  audit: 'none',
  reply: success({ data: installationSchema }),
});
