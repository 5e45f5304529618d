import { isBlank } from './blank.ts';

type Phone = string | number | null | undefined;

/** The digits of a phone text, in order. */
export function phoneDigits(phone: Phone): string {
  return String(phone ?? '').replaceAll(/\D/g, '');
}

/** '(xxx) xxx-xxxx' for 10 digits, or 11 with a leading 1; 'No phone' when missing; else as stored (0§2, decisions D9). */
export function phoneDisplay(phone: Phone): string {
  if (isBlank(phone)) return 'No phone';
  const digits = tenDigits(phone);
  if (digits === null) return String(phone);
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/**
 * The address for a text message to a phone: 'mailto:{10 digits}@{mobile_domain}', without a domain the lookup URL ('{digits}' in it is
 * filled in), null for other lengths or without either (0§2, decisions D17).
 */
export function textLink(input: {
  phone: Phone;
  mobile_domain?: string | null;
  lookup_url?: string | null;
}): string | null {
  const digits = tenDigits(input.phone);
  if (digits === null) return null;
  const domain = (input.mobile_domain ?? '').trim().replace(/^@/, '');
  // Anything but a host name could inject headers into the mailto address.
  if (/^[a-z0-9.-]+$/i.test(domain)) return `mailto:${digits}@${domain}`;
  return isBlank(input.lookup_url) ? null : String(input.lookup_url).replaceAll('{digits}', digits);
}

/** 'ext. 12', 'x12', ', extension 12' at the end of a phone, after a digit or a bracket. */
const EXTENSION = /(?<=[\d)])[\s,;.-]*\(?(?:extension|extn|ext|x)[.:]?\s*(\d{1,8})\)?$/i;
/** Longer than any phone field; the pattern is not run on a text that may be a full page. */
const LONGEST_PHONE = 200;

/**
 * A pasted, filled or imported phone in the characters that 0§5 allows: dots, slashes and long dashes become hyphens, an extension is put
 * in brackets, invisible characters are removed (decisions O9). Anything else stays, and the field's validation rejects it.
 */
export function pastedPhone(text: string): string {
  const bare = text
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
    .replaceAll(/\s/g, ' ')
    .trim();
  if (bare.length > LONGEST_PHONE) return bare;
  return bare.replace(EXTENSION, ' ($1)').replaceAll(/[./\u2010-\u2015\u2212]/g, '-');
}

/** An extension after a number in a search, also while it is still being typed. */
const SEARCHED_EXTENSION = /(?<=[\d)])[\s,;.-]*\(?(?:extension|extn|ext|x|#)[.:]?\s*\d{0,8}\)?$/;
/** Digits of a number without its country code. */
const NATIONAL_DIGITS = 10;

/**
 * The digits by which a phone number is searched, null where the text is not a number: +1 and extensions are ignored, so that '+1
 * 305-555-0177 x12' finds '(305) 555-0177'. The text is folded (foldText).
 */
export function searchedPhone(text: string): string | null {
  if (text.length > LONGEST_PHONE) return null;
  const bare = text.replace(SEARCHED_EXTENSION, '');
  if (!/^[\d\s\-+().]+$/.test(bare)) return null;
  const digits = phoneDigits(bare);
  const hasCountryCode =
    digits.startsWith('1') && (digits.length === 11 || /^\(?(?:\+\s*1|1[\s\-.(])/.test(bare));
  const national = hasCountryCode ? digits.slice(1) : digits;
  return national.length < 3 ? null : national.slice(0, NATIONAL_DIGITS);
}

function tenDigits(phone: Phone): string | null {
  const digits = phoneDigits(phone);
  if (digits.length === 10) return digits;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : null;
}
