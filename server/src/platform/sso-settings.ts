import { z } from 'zod';
import { externalUrl, listSetting, oneWord } from './provider-settings.ts';

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** Single sign-on by OpenID Connect (decision 070). docs/operations.md explains where the values come from. */
export const SSO_SETTINGS = {
  /** The issuer exactly as in the provider's discovery document. */
  SSO_ISSUER: externalUrl.optional(),
  SSO_CLIENT_ID: oneWord.optional(),
  SSO_CLIENT_SECRET: oneWord.optional(),
  /** The label of the button: 'Sign in with …'. */
  SSO_NAME: z.string().trim().min(1).max(40).default('single sign-on'),
  /** Disables sign-in with passwords and passkeys alone. */
  SSO_ONLY: flag.default(false),
  /** The email domains that may sign in; empty allows any that an agent has. */
  SSO_EMAIL_DOMAINS: listSetting.transform((domains) => domains.map((one) => one.toLowerCase())),
  /** Treats an address as verified if the provider does not say; never if it says that it is not. */
  SSO_TRUST_EMAIL: flag.default(false),
  /** Values of `amr` or `acr` by which the provider reports two-factor authentication. */
  SSO_MFA_VALUES: z
    .string()
    .default('mfa')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || [])),
};

const NEEDED = ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET'];
const OF_MANY_TENANTS = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\b/;

/** The first problem of the single sign-on settings, as a sentence; null if there is none. */
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
