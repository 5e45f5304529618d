// Kinds of search results. The command palette's recent items use this module, so it imports no schema library.

/** The sections of a response, in their order (decision 052). */
export const SEARCH_KINDS = [
  'client',
  'submission',
  'session',
  'invoice',
  'document',
  'template',
  'task',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Minimum characters of a search, and maximum rows per section. */
export const MIN_SEARCH_LENGTH = 2;
export const SEARCH_ROWS = 5;

/** Maximum number of recent items per request. */
export const MAX_RECENTS = 12;
