import { inEveryLanguage, preferredLanguage } from '@ledgerline/contract/languages';
import { phoneDigits } from '@ledgerline/contract/rules';
import type { LinkTarget } from './link-target.ts';

type Client = Pick<NonNullable<LinkTarget['client']>, 'phone' | 'language'>;

const TEXTS = {
  en: (brand: string) => `Your forms from ${brand}:`,
  es: (brand: string) => `Sus formularios de ${brand}:`,
  pt: (brand: string) => `Seus formulários de ${brand}:`,
};
const MESSAGES = inEveryLanguage((language) => TEXTS[language]);

/**
 * A URI that opens the messaging app with the client's number and a short text in the client's language; null without a
 * number. `?&` because iOS expects the body after `&`, Android after `?` (RFC 5724 leaves the body to the app).
 */
export function textMessageUri({ phone, language }: Client, url: string, brand: string): string | null {
  const digits = phoneDigits(phone);
  if (digits === '') return null;
  const text = `${MESSAGES[preferredLanguage(language) ?? 'en'](brand)} ${url}`;
  const hasCountryCode = phone.trim().startsWith('+') || (digits.length === 11 && digits.startsWith('1'));
  return `sms:${hasCountryCode ? '+' : ''}${digits}?&body=${encodeURIComponent(text)}`;
}
