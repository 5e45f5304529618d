import type * as endpoints from '@ledgerline/contract/audit/endpoints';
import type { AuditEvent, AuditFilter } from '@ledgerline/contract/audit/endpoints';
import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { csvHeader, csvRow } from '@ledgerline/contract/rules/csv';
import { decryptAuditRows } from '#features/records/clients/encryption/audit-values.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { DESTROYED, decryptPersonal } from '#platform/audit/personal-values.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { asWork } from '#platform/database/work.ts';
import { wrongField } from '#platform/errors.ts';
import { findNames, type Named } from './names/queries.ts';
import { listEvents } from './queries.ts';
import {
  type AuditCursor,
  type AuditRow,
  formatCursor,
  foundIn,
  isOwnSignIn,
  parseCursor,
  recordTypeOf,
  sentenceOf,
} from './rules.ts';
import { fieldLabel, referencedBy } from './values/rules.ts';

type Ctx = Context<AgentActor>;

export async function listAuditEvents(
  ctx: Ctx,
  { limit, after, ...filter }: QueryOf<typeof endpoints.listAuditEvents>,
): Promise<ReplyOf<typeof endpoints.listAuditEvents>> {
  const cursor = after === undefined ? null : parseCursor(after);
  if (after !== undefined && cursor === null) throw wrongField('after', 'is not a valid cursor');
  const rows = await listEvents(ctx.db, viewOf(ctx, filter, cursor, limit + 1));
  const shown = await opened(ctx, rows.slice(0, limit));
  const names = await namesOf(ctx, shown, filter);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const nameOf = (entity: string, id: number | undefined) =>
    id === undefined ? null : names.find(entity, id)?.name || null;
  return {
    success: true,
    events: shown.map((row) => toAuditEvent(row, names, ctx.deps.config.TIME_ZONE)),
    next: last ? formatCursor(last) : null,
    named: { agent: nameOf('agent', filter.agent), client: nameOf('client', filter.client) },
  };
}

/** Encrypted client values, decrypted where the client still exists. */
async function opened(ctx: Ctx, rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const own = rows.filter(({ entity, field }) => entity === 'client' && field !== null);
  const parts = { db: ctx.db, cipher: ctx.deps.cipher };
  const plain = await decryptAuditRows(parts, own, ({ entity_id }) => entity_id ?? 0);
  const byId = new Map(plain.map((row) => [row.id, row]));
  return decryptPersonal(
    parts,
    rows.map((row) => byId.get(row.id) ?? row),
  );
}

const viewOf = (ctx: Ctx, filter: AuditFilter, after: AuditCursor | null, limit: number) => ({
  ...filter,
  timeZone: ctx.deps.config.TIME_ZONE,
  after,
  limit,
});

/** The names of the logged records, then of the clients they belong to. */
async function namesOf(ctx: Ctx, rows: readonly AuditRow[], { agent, client }: AuditFilter): Promise<Names> {
  const records = rows.flatMap((row) => [
    ...foundIn(row),
    ...(row.entity_id === null ? [] : [{ entity: recordTypeOf(row.entity), id: row.entity_id }]),
    ...referencesOf(row),
  ]);
  const requested = [
    ...(agent === undefined ? [] : [{ entity: 'agent', id: agent }]),
    ...(client === undefined ? [] : [{ entity: 'client', id: client }]),
  ];
  const named = await findNames(ctx.db, [...records, ...requested]);
  const clients = named.flatMap(({ client_id }) =>
    client_id === null ? [] : [{ entity: 'client', id: client_id }],
  );
  return new Names([...named, ...(await findNames(ctx.db, clients))]);
}

/** The records that the old and the new value of a field refer to. */
function referencesOf({ field, old_value, new_value }: AuditRow) {
  const entity = referencedBy(field);
  if (entity === null) return [];
  return [old_value, new_value].flatMap((id) => (typeof id === 'number' ? [{ entity, id }] : []));
}

const AT_ONCE = 500;
const HEADS = [
  ...[
    'Number',
    'When (UTC)',
    'Who',
    'IP address',
    'What',
    'Action',
    'Record type',
    'Record number',
    'Record',
    'Client',
  ],
  ...['Field', 'Before', 'After', 'Operation', 'Request'],
];

/** CSV lines, page by page. The export is logged before the first line, and the number of exported rows afterwards. */
export async function* exportAuditEvents(
  ctx: Ctx,
  filter: BodyOf<typeof endpoints.exportAuditEvents>,
): AsyncGenerator<string> {
  await auditAction(ctx, 'exported', 'audit', null, { new_value: { ...filter } });
  let rows = 0;
  try {
    yield csvHeader(HEADS);
    for (let after: AuditCursor | null = null; ; ) {
      const view = viewOf(ctx, filter, after, AT_ONCE);
      const page = await asWork('export', async () => opened(ctx, await listEvents(ctx.db, view)));
      const names = await asWork('export', () => namesOf(ctx, page, filter));
      rows += page.length;
      yield page.map((row) => csvRow(cellsOf(toAuditEvent(row, names, ctx.deps.config.TIME_ZONE)))).join('');
      const last = page.at(-1);
      if (!last || page.length < AT_ONCE) return;
      after = last;
    }
  } finally {
    await auditAction(ctx, 'export_ended', 'audit', null, { new_value: { rows } });
  }
}

function cellsOf(event: AuditEvent): (string | number | null)[] {
  const { id, at, who, address, sentence, action, entity, entity_id, thing } = event;
  const text = (value: unknown) =>
    value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
  return [
    ...[id, at, who, address, sentence, action, entity, entity_id, thing, event.client_name],
    ...[event.field, text(event.from), text(event.to), event.operation, event.request_id],
  ];
}

/** Names of records, by kind and id. */
class Names {
  readonly #named: ReadonlyMap<string, Named>;

  constructor(named: readonly Named[]) {
    this.#named = new Map(named.map((one) => [`${one.entity}.${one.id}`, one]));
  }

  find(entity: string, id: number | null): Named | undefined {
    return this.#named.get(`${recordTypeOf(entity)}.${id}`);
  }
}

function toAuditEvent(row: AuditRow, names: Names, timeZone: string): AuditEvent {
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
