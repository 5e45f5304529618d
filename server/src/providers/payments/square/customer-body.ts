import type { PaymentCustomer } from '#platform/ports/payments.ts';
import { asciiEmail } from '../../ascii-email.ts';
import { cut } from './order-body.ts';

const LONGEST_NAME = 300;
const LONGEST_EMAIL = 254;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|md|phd|esq)\.?$/i;

/** Given and family name; the last word is the family name, with a suffix such as Jr. */
export function splitName(name: string): { given_name?: string; family_name?: string } {
  const text = name.trim().replaceAll(/\s+/g, ' ');
  const [family, givenNames] = text.split(/\s*,\s*/);
  if (family && givenNames && !SUFFIX.test(givenNames)) return named(givenNames, family);
  const parts = text.split(' ');
  const last = parts.at(-1) ?? '';
  const ofFamily = parts.length > 2 && SUFFIX.test(last) ? 2 : 1;
  if (parts.length === 1) return named(text, '');
  return named(parts.slice(0, -ofFamily).join(' '), parts.slice(-ofFamily).join(' '));
}

function named(givenNames: string, family: string) {
  const given_name = cut(givenNames, LONGEST_NAME);
  const family_name = cut(family, LONGEST_NAME);
  return { ...(given_name === '' ? {} : { given_name }), ...(family_name === '' ? {} : { family_name }) };
}

/** `+15551234567` when it is a plausible number; Square rejects the whole customer for any other. */
export function plausiblePhone(phone: string | null): string | null {
  const text = (phone ?? '').trim();
  if (!/^\+?[\d\s().-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  if (text.startsWith('+') && !digits.startsWith('1'))
    return /^[2-9]\d{8,14}$/.test(digits) ? `+${digits}` : null;
  const national = digits.replace(/^1/, '');
  return /^[2-9]\d{2}[2-9]\d{6}$/.test(national) ? `+1${national}` : null;
}

export function plausibleEmail(email: string | null): string | null {
  const own = asciiEmail(email);
  return own !== null && own.length <= LONGEST_EMAIL ? own : null;
}

/** The customer as stored here, or by name alone when Square rejects the other values. */
export function customerBody(customer: PaymentCustomer, { bare = false } = {}) {
  const email = bare ? null : plausibleEmail(customer.email);
  const phone = bare ? null : plausiblePhone(customer.phone);
  const names = splitName(customer.name);
  return {
    ...(Object.keys(names).length > 0 ? names : { given_name: `Client ${customer.reference}` }),
    ...(email === null ? {} : { email_address: email }),
    ...(phone === null ? {} : { phone_number: phone }),
    reference_id: customer.reference,
  };
}

interface Person {
  given_name?: string | null | undefined;
  family_name?: string | null | undefined;
  email_address?: string | null | undefined;
  phone_number?: string | null | undefined;
}

/** Whether name, email or phone match; people change one of them now and then, but rarely all at once. */
export function isSamePerson(ours: Person, theirs: Person): boolean {
  const both = [
    [ours.email_address, theirs.email_address].map((text) => (text ?? '').trim().toLowerCase()),
    [ours.phone_number, theirs.phone_number].map((text) => (text ?? '').replaceAll(/\D/g, '').slice(-10)),
    [ours, theirs].map((person) => nameOf(person)),
  ];
  return both.some(([one, other]) => one !== '' && one === other);
}

function nameOf({ given_name, family_name }: Person): string {
  return `${given_name ?? ''} ${family_name ?? ''}`.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
