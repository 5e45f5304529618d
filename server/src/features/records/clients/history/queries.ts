import type { ClientChange } from '@ledgerline/contract/clients/endpoints';
import { findField } from '@ledgerline/contract/clients/fields/catalog';
import type { Database } from '#platform/database/database.ts';
import type { AuditValue, OpenedRow } from '../encryption/audit-values.ts';
import type { agentReader } from '../owners/name-owners.ts';

export interface ChangeRow {
  id: number;
  entity: string;
  entity_id: number;
  at: Date;
  actor_name: string;
  action: string;
  field: string | null;
  old_value: AuditValue;
  new_value: AuditValue;
  old_cipher: string | null;
}

/** The same with decrypted values. */
export type Change = OpenedRow<ChangeRow>;

const SELECT = `select id, entity, entity_id, at, actor_name, action, field, old_value, new_value, old_cipher from audit_events`;

/** Including those of clients that were merged into this one. Newest first; one row more than `limit` shows that older ones exist. */
export function listChanges(
  db: Database,
  query: { client_id: number; before?: number | undefined; field?: string | undefined; limit: number },
): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(
    `${SELECT} where entity = 'client' and entity_id in (select $1::bigint union select m.id from merged_clients m where m.into_id = $1)
       and ($2::bigint is null or id < $2) and ($3::text is null or field = $3) order by id desc limit $4`,
    [query.client_id, query.before ?? null, query.field ?? null, query.limit],
  );
}

export async function findChange(
  db: Database,
  clientId: number,
  changeId: number,
): Promise<ChangeRow | undefined> {
  const [row] = await db.query<ChangeRow>(
    `${SELECT} where entity = 'client' and entity_id = $1 and id = $2`,
    [clientId, changeId],
  );
  return row;
}

/** Changes of one field that an undo can go back through, at most. */
const MAX_CHANGES_BACK = 200;

/** The latest changes of each of these fields, newest first; reveals are not changes. */
export function latestChanges(db: Database, cells: { id: number; field: string }[]): Promise<ChangeRow[]> {
  return db.query<ChangeRow>(
    `select change.* from unnest($1::bigint[], $2::text[]) as cell(client_id, name), lateral (
       select entity_id, id, entity, at, actor_name, action, field, old_value, new_value, old_cipher
         from audit_events
        where entity = 'client' and entity_id = cell.client_id and field = cell.name and action <> 'revealed'
        order by id desc limit ${MAX_CHANGES_BACK}) change`,
    [cells.map((cell) => cell.id), cells.map((cell) => cell.field)],
  );
}

/** A change can be restored if the old value is known: in plain text, or encrypted beside its mask. */
export function canRestore(row: Pick<ChangeRow, 'field' | 'action' | 'old_value' | 'old_cipher'>): boolean {
  const field = row.field ? findField(row.field) : undefined;
  if (!field || row.action === 'revealed') return false;
  return field.kind !== 'secret' || row.old_value === null || row.old_cipher !== null;
}

/** Actions whose values are the ids of the clients, which no one reads. */
const MERGE_ACTIONS: readonly string[] = [
  ...['merged', 'merged_into', 'merge_undone', 'duplicate_dismissed', 'duplicate_suggested_again'],
];

/** A change for display: agents by name. An assignment to a deleted agent cannot be restored. */
export function toChange(
  row: Change,
  { named, isGone }: Awaited<ReturnType<typeof agentReader>>,
  clientId: number,
): ClientChange {
  const isMerge = MERGE_ACTIONS.includes(row.action);
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor_name,
    action: row.action === 'merged_into' && row.entity_id === clientId ? 'merged_into_other' : row.action,
    field: row.field,
    from: isMerge ? null : named(row.field, row.old_value),
    to: isMerge ? null : named(row.field, row.new_value),
    // Only the client's own: a merged client had other values.
    can_restore: row.entity_id === clientId && canRestore(row) && !isGone(row.field, row.old_value),
  };
}
