import type { Database } from '#platform/database/database.ts';
import type { AuditValue } from '../encryption/audit-values.ts';

export interface WrittenFieldRow {
  client_id: number;
  field: string;
  old_value: AuditValue;
  old_cipher: string | null;
  new_value: AuditValue;
  last_operation: string | null;
}

/**
 * What one operation changed on some clients: each field's first old and last new value, and which operation
 * changed it last.
 */
export function findWrittenFields(
  db: Database,
  operation: string,
  clientIds: number[],
): Promise<WrittenFieldRow[]> {
  return db.query(
    `with mine as (
       select entity_id, field, min(id) as first_id, max(id) as last_id from audit_events
        where operation = $1 and entity = 'client' and action in ('updated', 'taken_over') and entity_id = any($2::bigint[])
        group by entity_id, field
     )
     select m.entity_id as client_id, m.field, f.old_value, f.old_cipher, l.new_value,
            (select a.operation from audit_events a
              where a.entity = 'client' and a.entity_id = m.entity_id and a.field = m.field and a.action <> 'revealed'
              order by a.id desc limit 1) as last_operation
       from mine m join audit_events f on f.id = m.first_id join audit_events l on l.id = m.last_id
      order by m.entity_id, m.first_id`,
    [operation, clientIds],
  );
}
