import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { isInstant } from '@ledgerline/contract/rules';

/** The position of an item: its timestamp to the microsecond, and its key. Newest first, then by these. */
export interface TimelineCursor {
  at: string;
  event: string;
  id: number;
}

/** The cursor as text for a URL. */
export const formatCursor = ({ at, event, id }: TimelineCursor): string => `${at}_${id}_${event}`;

/** The parsed cursor; null for an invalid text. */
export function parseCursor(text: string): TimelineCursor | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,15})_([a-z_]{1,40})$/.exec(text);
  const [, at = '', id, event = ''] = found ?? [];
  return found && isInstant(at) ? { at, event, id: Number(id) } : null;
}

/** The newer one first. */
export function newestFirst(one: TimelineCursor, other: TimelineCursor): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  if (one.event !== other.event) return one.event < other.event ? 1 : -1;
  return other.id - one.id;
}

/** An audit log row: one changed field of one client. */
export interface AuditRow {
  id: number;
  at: string;
  actor: string;
  action: string;
  field: string | null;
  old_value: FieldValue;
  new_value: FieldValue;
  request_id: string | null;
}

/** The changes of one action to a client: `id` is its newest row. */
export interface Action {
  event:
    | 'client_created'
    | 'clients_merged'
    | 'merge_undone'
    | 'form_deleted'
    | 'notes_changed'
    | 'fields_changed';
  id: number;
  at: string;
  rows: AuditRow[];
}

const NOTES = ['notes', 'notes_2'];

function eventOf({ action, field }: AuditRow): Action['event'] {
  if (action === 'form_deleted') return 'form_deleted';
  if (action === 'merged') return 'clients_merged';
  if (action === 'merge_undone') return 'merge_undone';
  if (field === null) return 'client_created';
  return NOTES.includes(field) ? 'notes_changed' : 'fields_changed';
}

/**
 * Groups audit log rows, newest first, by action: what one request wrote at one moment is one item, the two rich notes an item of their
 * own. `isCut` means that older rows were not read: the oldest action may be incomplete, so it is left out, and the actions end at its
 * position, before which nothing is known.
 */
export function foldActions(
  rows: readonly AuditRow[],
  isCut: boolean,
): { actions: Action[]; end: string | null } {
  const actions = new Map<string, Action>();
  for (const row of rows) {
    const event = eventOf(row);
    const key = [event, row.at, row.request_id ?? '', row.actor].join('|');
    const action = actions.get(key);
    if (action) action.rows.push(row);
    else actions.set(key, { event, id: row.id, at: row.at, rows: [row] });
  }
  const last = rows.at(-1);
  if (!isCut || !last) return { actions: [...actions.values()], end: null };
  const complete = [...actions.values()].filter(({ at }) => at !== last.at);
  // An action with more rows than one batch is shown as far as it was read.
  return complete.length > 0
    ? { actions: complete, end: last.at }
    : { actions: [...actions.values()], end: null };
}
