import type { Database } from '#platform/database/database.ts';
import type { OwnPages } from '#platform/ports/built-in-pay-page.ts';
import { findByToken } from './repository.ts';

/** The built-in provider's name, on the rows of its invoices and payments. */
export const OWN_NAME = 'builtin';

/** The pages of the built-in provider, which stay available while another provider is active. */
export function ownPages(db: Database): OwnPages {
  return {
    async publishedAt(token) {
      const row = await findByToken(db, token);
      return row ? { account: row.account, providerInvoiceId: row.invoice_id } : null;
    },
    names: new Set([OWN_NAME]),
  };
}
