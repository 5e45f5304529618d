import { phoneDigits, phoneDisplay } from '@ledgerline/contract/rules';
import type { Client } from '../api.ts';
import { textOf } from '../client-display.ts';

/** A client's primary contact methods; null if missing. */
export interface ContactMethods {
  /** Digits are '' if the stored text has none. */
  phone: { shown: string; digits: string } | null;
  email: string | null;
  address: string | null;
}

/** The secondary phone or email replaces a missing primary one. */
export function contactMethodsOf(client: Client): ContactMethods {
  const phone = textOf(client.primary_phone) || textOf(client.secondary_phone);
  return {
    phone: phone ? { shown: phoneDisplay(phone), digits: phoneDigits(phone) } : null,
    email: textOf(client.primary_email) || textOf(client.secondary_email) || null,
    address: textOf(client.address) || null,
  };
}
