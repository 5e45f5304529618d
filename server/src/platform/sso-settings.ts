import { z } from 'zod';
import { listSetting, oneWord, outsideUrl } from './provider-settings.ts';

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** Single sign-on by OpenID Connect (decision 070). docs/operations.md says where the values come from. */
export const SSO_SETTINGS = {
  /** The issuer as the provider's discovery document names it, to the letter. */
  SSO_ISSUER: outsideUrl.optional(),
  SSO_CLIENT_ID: oneWord.optional(),
  SSO_CLIENT_SECRET: oneWord.optional(),
  /** Stands on the button: 'Sign in with …'. */
  SSO_NAME: z.string().trim().min(1).max(40).default('single sign-on'),
  /** Passwords and passkeys alone sign nobody in. */
  SSO_ONLY: flag.default(false),
  /** Whose addresses may sign in; none: any that an agent has. */
  SSO_EMAIL_DOMAINS: listSetting.transform((domains) => domains.map((one) => one.toLowerCase())),
  /** An address counts as confirmed where the provider says nothing of it; never where it says that it is not. */
  SSO_TRUST_EMAIL: flag.default(false),
  /** Words of `amr` or `acr` by which the provider says that it asked for two steps. */
  SSO_MFA_VALUES: z
    .string()
    .default('mfa')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
};

const NEEDED = ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET'];
const OF_MANY_TENANTS = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\b/;

/** What stands against the settings of single sign-on, as a sentence; null when nothing does. */
export function ssoProblem(settings: Readonly<Record<string, unknown>>): string | null {
  const missing = NEEDED.filter((name) => settings[name] === undefined);
  if (settings.SSO_ONLY === true && missing.length === NEEDED.length)
    return 'SSO_ISSUER is not set, and SSO_ONLY needs it.';
  const [name] = missing;
  if (name && missing.length < NEEDED.length) return `${name} is not set, and single sign-on needs it.`;
  if (OF_MANY_TENANTS.test(String(settings.SSO_ISSUER)))
    return 'SSO_ISSUER must name one tenant: https://login.microsoftonline.com/<tenant>/v2.0.';
  return null;
}
