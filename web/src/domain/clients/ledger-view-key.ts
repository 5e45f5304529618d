/** localStorage key of the ledger's filter and order for the next visit. */
export const LEDGER_VIEW_KEY = 'ledger.view';
