/** Where this browser keeps the filter and order of the ledger for its next visit. */
export const LEDGER_VIEW_KEY = 'ledger.view';
