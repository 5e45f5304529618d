import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { isInstant } from '@ledgerline/contract/rules';

/** Where a line stands: its moment to the microsecond, and what names it. Newest first, then by these. */
export interface TimelineCursor {
  at: string;
  event: string;
  id: number;
}

/** The place as text for an address. */
export const formatCursor = ({ at, event, id }: TimelineCursor): string => `${at}_${id}_${event}`;

/** The same read back; null for a text that is no place. */
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

/** A row of the trail: one field of one client that was changed. */
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

/** What one act changed of a client: `id` is its newest row. */
export interface Action {
  event: 'client_created' | 'form_deleted' | 'notes_changed' | 'fields_changed';
  id: number;
  at: string;
  rows: AuditRow[];
}

const NOTES = ['notes', 'notes_2'];

function eventOf({ action, field }: AuditRow): Action['event'] {
  if (action === 'form_deleted') return 'form_deleted';
  if (field === null) return 'client_created';
  return NOTES.includes(field) ? 'notes_changed' : 'fields_changed';
}

/**
 * Rows of the trail, newest first, folded per act: what one call wrote at one moment is one line, the two rich notes a line
 * of their own. `isCut` says that older rows were not read: the oldest act may lack some, so it is left out, and the acts
 * end at its place, before which nothing is known.
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
  // One act wider than what is read at once is told as far as it was read.
  return complete.length > 0
    ? { actions: complete, end: last.at }
    : { actions: [...actions.values()], end: null };
}
