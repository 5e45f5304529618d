import { SSO_CLOCK_TOLERANCE_SECONDS } from '@ledgerline/contract/auth/sso/endpoints';
import { domainKey } from '#features/people/agents/emails/rules.ts';

/** The parts of an identity that decide whether an agent may be found by it. */
interface ClaimedEmail {
  email: string | null;
  isEmailVerified: boolean | null;
}

interface EmailRules {
  /** The domains that may sign in; empty for any. */
  domains: readonly string[];
  /** An address counts as confirmed if the provider does not say otherwise. */
  trustsUnverified: boolean;
}

type EmailProblem = 'no_email' | 'email_not_verified' | 'other_domain';

/** Why no agent may be found by the provider's address; null if one may be. */
export function emailProblem(
  { email, isEmailVerified }: ClaimedEmail,
  rules: EmailRules,
): EmailProblem | null {
  if (email === null) return 'no_email';
  if (isEmailVerified === false || (isEmailVerified === null && !rules.trustsUnverified))
    return 'email_not_verified';
  return isOfDomains(email, rules.domains) ? null : 'other_domain';
}

/** Exact match: 'evil-example.com' and 'example.com.evil.net' are not 'example.com'. */
export function isOfDomains(email: string, domains: readonly string[]): boolean {
  if (domains.length === 0) return true;
  const domain = email.includes('@') ? domainKey(email.slice(email.lastIndexOf('@') + 1)) : null;
  return domain !== null && domains.some((one) => domainKey(one) === domain);
}

/** Compared as URLs: a setting may lack the trailing slash that the provider adds to its bare host. */
export function isSameIssuer(one: string, other: string): boolean {
  return (
    one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href)
  );
}

/** Whether the provider confirms two-factor authentication, by one of the configured methods. */
export function claimsTwoFactor(methods: readonly string[], accepted: readonly string[]): boolean {
  return methods.some((method) => accepted.includes(method));
}

/** The allowed clock skew between provider and portal. */
const CLOCK_SKEW_MS = SSO_CLOCK_TOLERANCE_SECONDS * 1000;

/** Whether the sign-in at the provider happened after an instant, as far as the provider reports a time. */
export function signedInSince(signedInAt: Date | null, since: Date): boolean {
  return signedInAt !== null && signedInAt.getTime() >= since.getTime() - CLOCK_SKEW_MS;
}

/**
 * Whether a response was issued in the future, beyond the tolerance. It may be older than the flow: Microsoft
 * Entra sets the issue time five minutes back. The nonce binds the response to the flow, and its expiration
 * is checked.
 */
export function isIssuedInFuture(issuedAt: Date, now: Date): boolean {
  return issuedAt.getTime() > now.getTime() + CLOCK_SKEW_MS;
}

/**
 * When a single sign-on counts as authenticated (decision 058): the time of the sign-in at the provider,
 * which may be hours ago. If the provider reports no time, now, as for any other sign-in.
 */
export function authenticatedAt(signedInAt: Date | null, now: Date): Date {
  return signedInAt === null || signedInAt > now ? now : signedInAt;
}

const EMERGENCY_HOURS = 24;

/**
 * Until when a password set by `npm run agent:password`, or of the first owner, signs in while passwords are
 * off.
 */
export const emergencyEnd = (now: Date): Date => new Date(now.getTime() + EMERGENCY_HOURS * 3_600_000);

/** Whether a password signs an agent in. */
export function canSignInWithPassword(
  { password_until }: { password_until: Date | null },
  { isOnlySso, now }: { isOnlySso: boolean; now: Date },
): boolean {
  return !isOnlySso || (password_until !== null && now < password_until);
}

/** The reason for a rejected single sign-on in the audit log. */
export type SsoErrorReason =
  | EmailProblem
  | 'unknown'
  | 'other_account'
  | 'unconfirmed'
  | 'clock'
  | 'somebody_else'
  | 'flow'
  | 'repeated'
  | 'refused_there'
  | 'untrusted'
  | 'too_old'
  | 'no_time';

/**
 * The messages for people. Callers with and without an account here get the same one until they prove their
 * address.
 */
export function ssoErrorMessage(why: SsoErrorReason, name: string, canEmailLinks: boolean): string {
  const howToConfirm = canEmailLinks
    ? 'Open the link in the email that is being sent to it, then try again. If no email arrives, ask an owner of the brokerage to confirm the address.'
    : 'Ask an owner of the brokerage to confirm the address, then try again.';
  const messages: Record<SsoErrorReason, string> = {
    no_email: `${name} did not share your email address, which is needed to find your account here. Please ask the person who manages ${name} in your office.`,
    email_not_verified: `${name} has not confirmed your email address, so your account here cannot be identified. Please confirm it there first.`,
    other_domain: 'Email addresses of this domain cannot sign in here.',
    unknown: `No account here matches your account at ${name}. Please ask an owner of the brokerage for an account with the email address you use there.`,
    other_account: `No account here matches your account at ${name}. Please ask an owner of the brokerage for an account with the email address you use there.`,
    unconfirmed: `The email address of your account here is not confirmed yet, so ${name} cannot sign you in. ${howToConfirm}`,
    clock: `The clocks of this portal and of ${name} differ by more than two minutes, so the sign-in could not be checked. Ask your IT contact to set the portal’s clock, then try again.`,
    somebody_else: `That account belongs to someone else at ${name}. Please use the account that you sign in with here.`,
    flow: 'This sign-in was not started in this browser, or it took longer than 10 minutes. Please try again.',
    repeated: 'This sign-in was already completed. Please start again.',
    refused_there: `${name} denied access. Please try again.`,
    untrusted: `The response from ${name} could not be verified, so you were not signed in. Please try again.`,
    too_old: `${name} did not ask you to sign in again. Please try again.`,
    no_time: `${name} does not report when you signed in there, so it cannot confirm your identity now. Use a passkey or a code from your authenticator app, or sign out and sign in again: you won’t be asked to confirm your identity for the next 15 minutes.`,
  };
  return messages[why];
}

export const passkeysOffMessage = (name: string): string =>
  `Signing in with only a passkey is turned off here. Please use “Sign in with ${name}”.`;

/** The response to every password while passwords are off, correct or not. */
export const passwordsOffMessage = (name: string): string =>
  `Signing in with a password is turned off here. Please use “Sign in with ${name}”.`;
