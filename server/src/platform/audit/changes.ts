import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import { type AuditEntry, writeAudit } from './audit.ts';

/** The provided values that differ from the row. */
export function changesTo<Row extends object>(
  row: Row,
  input: { [Field in keyof Row]?: Row[Field] | undefined },
): Partial<Row> {
  const before = new Map<string, unknown>(Object.entries(row));
  const isNew = ([field, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, before.get(field));
  return Object.fromEntries(Object.entries(input).filter(isNew)) as Partial<Row>;
}

/** One audit row for each field that an action has changed; settings have no id. */
export function auditChanges(
  ctx: Context,
  entity: string,
  row: object & { id?: number; client_id?: number | null; customer_id?: number },
  changes: object,
  of_client: AuditEntry['of_client'] = row.client_id ?? row.customer_id ?? null,
): Promise<void> {
  const before = new Map<string, unknown>(Object.entries(row));
  const entry = { action: 'updated', entity, entity_id: row.id ?? null, of_client };
  return writeAudit(
    ctx,
    Object.entries(changes).map(([field, new_value]) => ({
      ...entry,
      field,
      old_value: before.get(field),
      new_value,
    })),
  );
}
