// What the audit trail keeps of reads (decision 063). Endpoints declare it; the server's one hook follows.

/** Kinds of things whose reading is kept; each is the entity under which acts on it stand in the trail. */
export type ReadThing =
  | 'client'
  | 'session_form'
  | 'session'
  | 'document'
  | 'invoice'
  | 'envelope'
  | 'import'
  | 'template'
  | 'task'
  | 'mail'
  | 'notice'
  | 'ledger'
  | 'audit';

/**
 * What an endpoint leaves in the trail when an agent reads through it, beside what its act writes itself.
 * `own`: its act writes a row for every call. `none`: it gives nothing that is worth a row; what it gives of clients are
 * names that another read led to. `opened`: one thing, once in 15 minutes for each agent. `answers_read` and `file_read`:
 * the same, and nothing is answered before the row is kept. `listed`: rows are counted and kept together. `searched`: that a text
 * was searched for and what was found, once when it has been typed; the text itself is not stored (decision 096). `trail_read`: the trail itself was looked at.
 */
export type AuditPolicy =
  | 'own'
  | 'none'
  | {
      action: 'opened' | 'answers_read' | 'file_read' | 'trail_read';
      of: ReadThing;
      /** The parameter of the path that holds the thing's number, `id` unless said. */
      param?: string;
    }
  | {
      action: 'listed' | 'searched';
      of: ReadThing;
      /** The key of the answer that holds the rows, or of the query that names them. */
      rows?: string;
      /** The key of the answer that holds what a search found, where that is not `rows`. */
      found?: string;
      /** Keys of the query that hold a text looked for. */
      text?: readonly string[];
    };

/** Acts of reading, as the trail has them; the last two are a browser's own doing (`READ_HEADER`). */
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
 * A browser says with it that nobody has opened what it asks for: it loads `ahead` of a click, or `again` what is on screen
 * already. Such a read is kept as what it says to be, and never hidden.
 */
export const READ_HEADER = 'x-read';
export const READ_HEADER_ACTIONS: ReadonlyMap<unknown, ReadAction> = new Map([
  ['ahead', 'loaded_ahead'],
  ['again', 'refreshed'],
]);

/** Reads stand under an entity of their own, so that histories, which follow what was changed, never meet them. */
export const READ_SUFFIX = '_read';
