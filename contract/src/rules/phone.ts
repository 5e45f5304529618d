import { isBlank } from './blank.ts';

type Phone = string | number | null | undefined;

/** The digits of a phone text, in order. */
export function phoneDigits(phone: Phone): string {
  return String(phone ?? '').replaceAll(/\D/g, '');
}

/** '(xxx) xxx-xxxx' for 10 digits, or 11 with a leading 1; 'No phone' when missing; else as stored (0§2, D9). */
export function phoneDisplay(phone: Phone): string {
  if (isBlank(phone)) return 'No phone';
  const digits = tenDigits(phone);
  if (digits === null) return String(phone);
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}

/**
 * Where a text message to a phone starts: 'mailto:{10 digits}@{mobile_domain}', without a domain the lookup
 * address ('{digits}' in it is filled in), null for other lengths or without either (0§2, D17).
 */
export function textLink(input: {
  phone: Phone;
  mobile_domain?: string | null;
  lookup_url?: string | null;
}): string | null {
  const digits = tenDigits(input.phone);
  if (digits === null) return null;
  const domain = (input.mobile_domain ?? '').trim().replace(/^@/, '');
  // Anything but a host name could smuggle headers into the mailto address.
  if (/^[a-z0-9.-]+$/i.test(domain)) return `mailto:${digits}@${domain}`;
  return isBlank(input.lookup_url) ? null : String(input.lookup_url).replaceAll('{digits}', digits);
}

function tenDigits(phone: Phone): string | null {
  const digits = phoneDigits(phone);
  if (digits.length === 10) return digits;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : null;
}
