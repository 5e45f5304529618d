import { CLIENT_STATUSES, type ClientStatus } from '../clients/statuses.ts';
import { isBlank, lowerWord } from './blank.ts';
import { isEmail } from './email.ts';

const PHONE = /^[0-9 ()+-]*$/;

/** One of new, client, lead, inactive, ignoring case; empty or unknown counts as new (0§4, decisions D7). */
export function clientStatus(status: string | null | undefined): ClientStatus {
  const word = lowerWord(status);
  return CLIENT_STATUSES.find((known) => known === word) ?? 'new';
}

/** Validation error for a field of the client modal, in the exact words of the specification; null when valid (0§5, decisions D1, D10). */
export function clientFieldError({ field, value }: { field: string; value: unknown }): string | null {
  const text = isBlank(value) ? '' : String(value).trim();
  switch (field) {
    case 'client_first_name':
      return text === '' ? 'First name is required' : null;
    case 'client_last_name':
      return text === '' ? 'Last name is required' : null;
    case 'primary_email':
    case 'client_email':
      return text === '' || isEmail(text) ? null : 'Please enter a valid email address';
    case 'primary_phone':
    case 'client_phone':
      return PHONE.test(text) ? null : 'Please enter a valid phone number';
    default:
      return null;
  }
}
