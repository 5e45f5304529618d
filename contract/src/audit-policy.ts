// How reads are recorded in the audit log (decision 063). Endpoints declare it; one hook of the server applies it.

/** Kinds of records whose reads are logged; each is the entity under which its actions appear in the audit log. */
export type AuditedEntity =
  | 'client'
  | 'session_form'
  | 'session'
  | 'document'
  | 'invoice'
  | 'envelope'
  | 'import'
  | 'operation'
  | 'template'
  | 'task'
  | 'policy'
  | 'mail'
  | 'notice'
  | 'ledger'
  | 'audit';

/**
 * What is logged when an agent reads through an endpoint, in addition to the rows that its operation writes. `own`: the
 * operation writes a row for every call. `none`: nothing is logged, because client names in it come from another, logged
 * read. `opened`: one record, once in 15 minutes per agent. `answers_read` and `file_read`: the same, but the response
 * waits until the row is stored. `listed`: rows are counted and logged together. `searched`: that a text was searched
 * for and what was found, logged once when typing has ended; the text itself is not stored (decision 096).
 * `trail_read`: the audit log itself was read.
 */
export type AuditPolicy =
  | 'own'
  | 'none'
  | {
      action: 'opened' | 'answers_read' | 'file_read' | 'trail_read';
      of: AuditedEntity;
      /** The path parameter that holds the record's id, `id` by default. */
      param?: string;
    }
  | {
      action: 'listed' | 'searched';
      of: AuditedEntity;
      /** The response key that holds the rows, or the query key that names them. */
      rows?: string;
      /** The response key that holds the search results, if not `rows`. */
      found?: string;
      /** Query keys that hold a search text. */
      text?: readonly string[];
    };

/** Actions for reads, as the audit log stores them; the last two are initiated by the browser (`READ_HEADER`). */
export type ReadAction =
  | 'opened'
  | 'answers_read'
  | 'file_read'
  | 'listed'
  | 'searched'
  | 'trail_read'
  | 'loaded_ahead'
  | 'refreshed';

/**
 * A header by which the browser reports that no one opened the record: it prefetches before a click (`ahead`), or
 * refetches what is on screen (`again`). Such a read is logged as what it is and never omitted.
 */
export const READ_HEADER = 'x-read';
export const READ_HEADER_ACTIONS: ReadonlyMap<unknown, ReadAction> = new Map([
  ['ahead', 'loaded_ahead'],
  ['again', 'refreshed'],
]);

/** Reads have entities of their own, so that histories, which list changes, never include them. */
export const READ_SUFFIX = '_read';
