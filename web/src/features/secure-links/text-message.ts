import { preferredLanguage } from '@ledgerline/contract/languages';
import { phoneDigits } from '@ledgerline/contract/rules';
import { sessionTitlesOf } from '@ledgerline/contract/sessions/client-title';
import type { LinkTarget } from './link-target.ts';

type Client = Pick<NonNullable<LinkTarget['client']>, 'phone' | 'language'>;

/**
 * A URI that opens the messaging app with the client's number and a short text in the client's language; null without a
 * number. `?&` because iOS expects the body after `&`, Android after `?` (RFC 5724 leaves the body to the app).
 */
export function textMessageUri({ phone, language }: Client, url: string, brand: string): string | null {
  const digits = phoneDigits(phone);
  if (digits === '') return null;
  const title = sessionTitlesOf({ client_title: '' }, brand)[preferredLanguage(language) ?? 'en'];
  const text = `${title}: ${url}`;
  const hasCountryCode = phone.trim().startsWith('+') || (digits.length === 11 && digits.startsWith('1'));
  return `sms:${hasCountryCode ? '+' : ''}${digits}?&body=${encodeURIComponent(text)}`;
}
