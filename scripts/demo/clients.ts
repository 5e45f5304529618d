import { emptyValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { lastFour } from '@ledgerline/contract/rules';
import { ledgerText } from '../../server/src/features/records/clients/cached-text.ts';
import { shown } from '../../server/src/features/records/clients/edits/edit-clients.ts';
import {
  encryptCells,
  filledNames,
} from '../../server/src/features/records/clients/encryption/encrypted-cells.ts';
import { insertKeys } from '../../server/src/features/records/clients/encryption/repository.ts';
import { columnType, nextIds } from '../../server/src/features/records/clients/repository.ts';
import type { OwnKey } from '../../server/src/platform/secrets/client-keys.ts';
import { buildClientValues } from './client-values.ts';
import type { Values } from './create-demo.ts';
import type { Demo } from './demo.ts';

const BATCH = 1000;
const DAY_MS = 86_400_000;

/** A stored column of a client, and how it is derived from the generated values. */
interface Column {
  name: string;
  type: string;
  read(values: Values, id: number, key: OwnKey): string | number | null;
}

function columnsOf(field: CatalogField): Column[] {
  const { name, kind } = field;
  if (field.isEncrypted) return [];
  if (kind === 'secret') return secretColumns(field);
  const type = columnType(field);
  if (kind === 'money') return [{ name, type, read: (values) => cents(values[name]) }];
  const empty = kind === 'richtext' ? '' : null;
  return [{ name, type, read: (values) => values[name] ?? empty }];
}

function secretColumns({ name }: CatalogField): Column[] {
  return [
    {
      name,
      type: 'text',
      read: (values, id, key) => {
        const plain = values[name];
        return plain ? key.encrypt(String(plain), { table: 'clients', row: id, field: name }) : null;
      },
    },
    {
      name: `${name}_last4`,
      type: 'text',
      read: (values) => (values[name] ? lastFour({ kind: name, value: String(values[name]) }) : null),
    },
  ];
}

const cents = (value: Values[keyof Values]) => (typeof value === 'number' ? Math.round(value * 100) : null);

/** The row as the ledger sends it, stored next to its columns. */
const LEDGER_TEXT: Column = {
  name: 'ledger_text',
  type: 'text',
  read: (values) =>
    ledgerText(CLIENT_FIELDS.map((field) => shown(field, values[field.name] ?? emptyValue(field)))),
};

/** The encrypted fields, in one ciphertext. */
const ENCRYPTED: Column = {
  name: 'sealed',
  type: 'text',
  read: (values, id, key) => encryptCells(key, id, values),
};

/** The names of the encrypted fields that have a value. */
const FILLED: Column = { name: 'filled_encrypted', type: 'text', read: (values) => filledNames(values) };

/** Inserts batches with one statement each, in the product's table format and with its real cipher. */
export async function fillClients(demo: Demo): Promise<string> {
  const { options } = demo;
  const columns = [...CLIENT_FIELDS.flatMap(columnsOf), ENCRYPTED, FILLED, LEDGER_TEXT];
  for (let start = 0; start < options.clients; start += BATCH) {
    await insertBatch(demo, columns, Math.min(BATCH, options.clients - start));
  }
  return `${options.clients} clients`;
}

/** Most clients belong to the agent who created them, some to a colleague, and a few are unassigned. */
function ownerOf(id: number, by: number, agents: readonly number[]): number | null {
  if (id % 23 === 0) return null;
  return id % 7 === 0 ? (agents[id % agents.length] ?? by) : by;
}

async function insertBatch(demo: Demo, columns: Column[], size: number): Promise<void> {
  const { ctx, random, today, options } = demo;
  const ids = await nextIds(ctx.db, size);
  const now = ctx.deps.clock.now().getTime();
  const clientRows = ids.map((id) => {
    const created = new Date(now - random.integer(1, 900 * 24) * (DAY_MS / 24));
    const updated = new Date(now - Math.floor((now - created.getTime()) * random.next()));
    const generated = buildClientValues(random, today, options.fill === 'all');
    const by = random.pick(demo.agentIds);
    const values = { ...generated, owner_agent_id: ownerOf(id, by, demo.agentIds) };
    return {
      id,
      ...ctx.deps.cipher.own.create(id),
      by,
      created: created.toISOString(),
      updated: updated.toISOString(),
      values,
    };
  });
  const types = columns.map(({ type }, position) => `$${position + 5}::${type}[]`).join(', ');
  await ctx.db.query(
    `insert into clients (id, created_by, created_at, updated_at, ${columns.map(({ name }) => `"${name}"`).join(', ')})
     select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::timestamptz[], ${types})`,
    [
      ids,
      clientRows.map(({ by }) => by),
      clientRows.map(({ created }) => created),
      clientRows.map(({ updated }) => updated),
      ...columns.map((column) => clientRows.map(({ values, id, key }) => column.read(values, id, key))),
    ],
  );
  await insertKeys(ctx.db, clientRows);
  await ctx.db.query(
    `insert into audit_events (at, actor_kind, actor_id, actor_name, action, entity, entity_id, request_id)
     select c.created_at, 'agent', a.id, a.first_name || ' ' || a.last_name, 'created', 'client', c.id, 'demo'
       from clients c join agents a on a.id = c.created_by where c.id = any($1::bigint[]) order by c.id`,
    [ids],
  );
  demo.clientIds.push(...ids);
}
