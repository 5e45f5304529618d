// What a search over everything finds. The palette's recents name it, so no schema library comes with it.

/** The sections of an answer, in their order (decision 052). */
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

/** Characters that a search has at least, and rows that a section has at most. */
export const SEARCH_LEAST = 2;
export const SEARCH_ROWS = 5;

/** How many things recents name at once. */
export const MOST_RECENTS = 12;
