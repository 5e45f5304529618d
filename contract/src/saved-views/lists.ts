/** The lists of which views can be saved. */
export const SAVED_VIEW_LISTS = [
  'clients',
  'ledger',
  'invoices',
  'recurring_payments',
  'submissions',
] as const;
export type SavedViewList = (typeof SAVED_VIEW_LISTS)[number];

export const MAX_VIEW_NAME = 80;

/** Views that one agent may have in one list. */
export const MAX_SAVED_VIEWS = 100;

/** How long a deleted view can be restored. */
export const DELETED_VIEW_DAYS = 30;
