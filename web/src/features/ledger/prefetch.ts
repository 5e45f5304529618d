import { getLedgerIndex } from '@ledgerline/contract/ledger/endpoints';
import { urlOf } from '../../lib/http.ts';
import { storedToken } from '../../lib/sign-in.ts';
import { startCall } from '../../lib/started-calls.ts';
import { isBare, type LedgerSearch, rememberedView, viewOf } from './ledger-view.ts';

/** Prefetches the ledger index before its screen renders. A URL without filters uses the remembered view. */
export function prefetchLedger(search: LedgerSearch): void {
  const token = storedToken();
  if (token === null) return;
  const query = { ...viewOf(search), ...(isBare(search) ? rememberedView() : {}) };
  startCall({ method: 'GET', url: urlOf(getLedgerIndex, { query }), token });
}
