import { isBlank, lowerWord, type Moment } from './blank.ts';
import {
  MAX_EXPIRATION_DAYS,
  MIN_EXPIRATION_DAYS,
  SECURE_SESSION_WARNING_HOURS,
  TEMPORARY_SESSION_PREFIX,
} from './constants.ts';

const HOUR_MS = 3_600_000;

/** Days → hours (0§9). */
export function expirationHours(days: number): number {
  return days * 24;
}

/** 1 to 30 days, as an integer (0§5). */
export function expirationDaysAllowed(days: number): boolean {
  return Number.isInteger(days) && days >= MIN_EXPIRATION_DAYS && days <= MAX_EXPIRATION_DAYS;
}

/** Only a token of three non-empty parts separated by dots is stored (0§4, decisions B17). */
export function isStorableToken(token: unknown): boolean {
  return typeof token === 'string' && /^[^.\s]+\.[^.\s]+\.[^.\s]+$/.test(token);
}

/** A TEMP_ token or id must not appear in a final URL (0§8, decisions I9). */
export function isTemporaryToken(token: string | null | undefined): boolean {
  return (token ?? '').trim().toUpperCase().startsWith(TEMPORARY_SESSION_PREFIX);
}

/** Expired once the expiry instant is past (1§4); no expiry never expires, an unreadable one always has. */
export function linkExpired(link: { access_token_expires_at: Moment; now: string | number | Date }): boolean {
  const left = millisecondsLeft(link);
  return left !== null && !(left >= 0);
}

/** Still valid, but for less than 24 hours: show the warning (0§4, decisions I11). */
export function linkExpiresSoon(link: {
  access_token_expires_at: Moment;
  now: string | number | Date;
}): boolean {
  const left = millisecondsLeft(link);
  return left !== null && left >= 0 && left <= SECURE_SESSION_WARNING_HOURS * HOUR_MS;
}

/** Path of a form's public link: /sign for e-signature, /forms for all others (0§2, decisions C12). */
export function formLinkPath(link: {
  type: string | null | undefined;
  form_link_id: string;
  token?: string | null;
}): string {
  const area = lowerWord(link.type) === 'docusign' ? 'sign' : 'forms';
  const path = `/${area}/${encodeURIComponent(link.form_link_id)}`;
  return isBlank(link.token) ? path : `${path}/${link.token}`;
}

/** Path of a client's or session's secure link (0§2). */
export function secureLinkPath(token: string): string {
  return `/secure/${token}`;
}

function millisecondsLeft(link: { access_token_expires_at: Moment; now: Moment }): number | null {
  if (isBlank(link.access_token_expires_at)) return null;
  return instantMs(link.access_token_expires_at) - instantMs(link.now);
}

function instantMs(moment: Moment): number {
  if (moment instanceof Date) return moment.getTime();
  return typeof moment === 'number' ? moment : Date.parse(String(moment));
}
