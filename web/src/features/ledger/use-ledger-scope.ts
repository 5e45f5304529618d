import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import { createContext, use } from 'react';
import type { LedgerSession } from './store/ledger-session.ts';

interface LedgerScope {
  session: LedgerSession;
  /** The visible columns, in order. */
  fields: readonly CatalogField[];
}

export const LedgerContext = createContext<LedgerScope | null>(null);

/** Context for cell editors, which render outside the page's tree. */
export function useLedgerScope(): LedgerScope {
  const scope = use(LedgerContext);
  if (!scope) throw new Error('this component must be rendered inside the ledger');
  return scope;
}
