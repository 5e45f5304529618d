import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';

// Also inlined into the HTML of the portal (app/first-calls.ts), so it imports only types.

/** Below this width, the ledger is a list of cards. */
export const NARROW = '(max-width: 47.99em)';

/** Cards per page. */
export const CARDS_PER_PAGE = 50;

/** The rows that are loaded above and below the visible ones. */
export const ROW_MARGIN = 60;

/** The fields of a card below its name. */
export const CARD_DETAILS: readonly FieldName[] = ['primary_phone', 'primary_email', 'owner_agent_id'];

/** The loaded fields of a card, in catalog order, in which cells arrive. */
export const CARD_FIELDS: readonly FieldName[] = [
  'client_first_name',
  'client_last_name',
  'status',
  ...CARD_DETAILS,
];
