import type { AuditEvent } from '@ledgerline/contract/audit/endpoints';
import { DESTROYED } from '#platform/audit/personal-values.ts';
import type { Named } from './names/queries.ts';
import { type AuditRow, isOwnSignIn, recordTypeOf, sentenceOf } from './rules.ts';
import { fieldLabel } from './values/rules.ts';

/** Names of records, by kind and id. */
export class Names {
  readonly #named: ReadonlyMap<string, Named>;

  constructor(named: readonly Named[]) {
    this.#named = new Map(named.map((one) => [`${one.entity}.${one.id}`, one]));
  }

  find(entity: string, id: number | null): Named | undefined {
    return this.#named.get(`${recordTypeOf(entity)}.${id}`);
  }
}

export function toAuditEvent(row: AuditRow, names: Names, timeZone: string): AuditEvent {
  const record = names.find(row.entity, row.entity_id);
  const client_id = record?.client_id ?? null;
  const client = names.find('client', client_id);
  const old_name = typeof row.old_value === 'string' && row.action === 'deleted' ? row.old_value : '';
  const nameOf = (entity: string, id: number) => names.find(entity, id)?.name ?? '';
  // Rows of earlier versions name the visitor who became the agent.
  const isSignIn = isOwnSignIn(row);
  // A destroyed file name counts as none.
  const shown = row.action === 'file_read' && row.new_value === DESTROYED ? { ...row, new_value: null } : row;
  return {
    id: row.id,
    at: row.at,
    who: isSignIn ? (record?.name ?? row.actor_name) : row.actor_name,
    agent_id: isSignIn ? row.entity_id : row.actor_kind === 'agent' ? row.actor_id : null,
    address: row.address || null,
    action: row.action,
    sentence: sentenceOf(shown, record?.name ?? old_name, { timeZone, nameOf }),
    entity: recordTypeOf(row.entity),
    entity_id: row.entity_id,
    thing: record?.name ?? old_name,
    client_id: client ? client_id : null,
    client_name: client?.name ?? '',
    field: fieldLabel(row.field),
    from: row.old_value,
    to: row.new_value,
    operation: row.operation,
    request_id: row.request_id,
  };
}
