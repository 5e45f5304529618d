import { getLedgerIndex } from '@ledgerline/contract/ledger/endpoints';
import { urlOf } from '../../lib/http.ts';
import { storedToken } from '../../lib/sign-in.ts';
import { startCall } from '../../lib/started-calls.ts';
import { isBare, type LedgerSearch, rememberedView, viewOf } from './ledger-view.ts';

/** Asks which rows the ledger will show before its screen is there; an address without any filter takes the remembered one. */
export function prefetchLedger(search: LedgerSearch): void {
  const token = storedToken();
  if (token === null) return;
  const query = { ...viewOf(search), ...(isBare(search) ? rememberedView() : {}) };
  startCall({ method: 'GET', url: urlOf(getLedgerIndex, { query }), token });
}
