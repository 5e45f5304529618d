import { phoneDigits, phoneDisplay } from '@ledgerline/contract/rules';
import type { Client } from '../api.ts';
import { textOf } from '../client-display.ts';

/** How a client is reached at first; what he does not have is null. */
export interface Ways {
  /** Digits are '' where the stored text holds none. */
  phone: { shown: string; digits: string } | null;
  email: string | null;
  address: string | null;
}

/** The second phone or email stands for a first one that is missing. */
export function waysTo(client: Client): Ways {
  const phone = textOf(client.primary_phone) || textOf(client.secondary_phone);
  return {
    phone: phone ? { shown: phoneDisplay(phone), digits: phoneDigits(phone) } : null,
    email: textOf(client.primary_email) || textOf(client.secondary_email) || null,
    address: textOf(client.address) || null,
  };
}
