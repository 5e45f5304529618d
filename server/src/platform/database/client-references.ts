import type { Database } from './database.ts';
import { insertStored } from './insert-stored.ts';
import { withAccessScope } from './work.ts';

/** A column whose rows belong to the client it names, and move with it when clients are merged (decision 126). */
export interface ClientReference {
  table: string;
  column: string;
  /** The word for these rows in a preview; none for rows that no one counts. */
  kind?: string;
  /** Selects the rows that name a client, where the column can name something else. */
  where?: string;
  /** Columns that are unique together with the client: of two such rows, one stays. */
  uniqueWith?: readonly string[];
  /** The order of such rows, of which the first one stays; $2 is the remaining client, whose row stays by default. */
  stays?: string;
  /** The instant of the last change, of rows that an undo does not take from the remaining client if they were changed since. */
  changedAt?: string;
  /** A column with ciphertext under the client's key, which is encrypted again under the key of the other client. */
  encrypted?: { column: string; fieldOf: (id: number) => string };
  /** Rows `p` earlier in the list with which a row `t` belongs: one that was added after a merge returns with them. */
  follows?: Readonly<Record<string, string>>;
}

/** The items of Today about a client, and their due dates in terms of its row `c` and its outline `o`. */
export const CLIENT_ITEM_DUE = {
  follow_up: 'o.next_f_u_date',
  turns_65: `(c.dob + interval '65 years')::date`,
  card_expires: 'card_last_day(c.exp_date)',
} as const;

const dueOfItem = Object.entries(CLIENT_ITEM_DUE).map(([kind, due]) => `when '${kind}' then ${due}`);

/** Every table is addressed by its column `id`. A test compares the list with the database. */
export const CLIENT_REFERENCES: readonly ClientReference[] = [
  { table: 'sessions', column: 'client_id', kind: 'sessions' },
  {
    ...{ table: 'session_forms', column: 'client_id', kind: 'forms' },
    follows: { sessions: 'p.id = t.session_id' },
  },
  {
    ...{ table: 'documents', column: 'client_id', kind: 'documents' },
    follows: { session_forms: 'p.id = t.session_form_id' },
  },
  {
    ...{ table: 'secure_links', column: 'client_id', kind: 'links' },
    follows: { sessions: 'p.id = t.session_id', session_forms: 'p.id = t.session_form_id' },
  },
  { table: 'recurring_payments', column: 'client_id', kind: 'recurring_payments' },
  {
    ...{ table: 'invoices', column: 'customer_id', kind: 'invoices' },
    follows: { sessions: 'p.id = t.session_id', recurring_payments: 'p.id = t.recurring_payment_id' },
  },
  {
    ...{ table: 'policies', column: 'client_id', kind: 'policies' },
    follows: { policies: 't.id = p.next_policy_id' },
    encrypted: { column: 'policy_number', fieldOf: (id) => `policies/${id}/policy_number` },
  },
  { table: 'policy_people', column: 'client_id' },
  { table: 'client_links', column: 'client_id' },
  { table: 'client_links', column: 'relative_id' },
  { table: 'tasks', column: 'client_id', kind: 'tasks' },
  { table: 'client_calls', column: 'client_id', kind: 'calls' },
  { table: 'mail_messages', column: 'client_id', kind: 'emails' },
  {
    ...{ table: 'reminder_series', column: 'client_id' },
    follows: { secure_links: 'p.id = t.link_id', invoices: 'p.id = t.invoice_id' },
  },
  { table: 'agent_notices', column: 'client_id' },
  { table: 'import_rows', column: 'client_id' },
  {
    ...{ table: 'today_marks', column: 'subject_id', uniqueWith: ['kind'], changedAt: 'updated_at' },
    where: `kind in (${Object.keys(CLIENT_ITEM_DUE).map((kind) => `'${kind}'`)})`,
    // The mark that applies to the item of the remaining client, or the one that was set last.
    stays: `due_day is distinct from (
      select case kind ${dueOfItem.join(' ')} end
        from clients c join client_outlines o on o.client_id = c.id where c.id = $2), updated_at desc`,
  },
  { table: 'operation_items', column: 'client_id' },
  { table: 'payment_customers', column: 'client_id', uniqueWith: ['provider', 'square_account'] },
  { table: 'client_merges', column: 'client_id' },
  { table: 'merged_clients', column: 'into_id' },
];

/** Tables that name a client but do not move, each with the reason. */
export const UNMOVED_REFERENCES: Readonly<Record<string, string>> = {
  'client_keys.id': 'the key stays with the merged client, whose audit log it decrypts',
  'client_outlines.client_id': 'a trigger writes it with the client',
  'deleted_clients.id': 'no client',
  'import_rows.match_id': 'the run reads it as the remaining client, as it does `matches`',
  'transactions.customer_id': 'the foreign key moves it with the invoice',
  'client_merges.survivor_id': 'the history of the merge',
  'merged_clients.id': 'the former id itself',
  'duplicate_pairs.one_id':
    'a pair is shown while both clients exist; the next scan compares the merged client',
  'duplicate_pairs.other_id': 'the same',
};

/** The rows of one column that moved, by the client they moved from. */
export interface MovedRows {
  table: string;
  column: string;
  from: number;
  ids: number[];
}

/** A row that would have been a second one of the remaining client. */
export interface DroppedRow {
  table: string;
  row: unknown;
}

/** Numbers of rows of these clients by kind, for a preview. */
export async function countReferences(
  db: Database,
  clientIds: readonly number[],
): Promise<Map<number, Record<string, number>>> {
  const parts = CLIENT_REFERENCES.flatMap(({ table, column, kind }) =>
    kind === undefined
      ? []
      : [
          `select ${column} as client, '${kind}' as kind, count(*)::int as count from ${table} where ${column} = any($1::bigint[]) group by 1`,
        ],
  );
  const rows = await db.query<{ client: number; kind: string; count: number }>(parts.join(' union all '), [
    clientIds,
  ]);
  const counts = new Map(clientIds.map((id): [number, Record<string, number>] => [id, {}]));
  for (const { client, kind, count } of rows) {
    const of = counts.get(Number(client));
    if (of) of[kind] = count;
  }
  return counts;
}

/**
 * Waits for the batches of imports that are being written or reverted, which record the clients that they have read. Called before
 * the clients are locked, in the order of a batch.
 */
export function lockRunningImports(db: Database): Promise<void> {
  return withAccessScope(undefined, async () => {
    await db.query(`select from imports where state in ('running', 'reverting') order by id for update`);
  });
}

/**
 * Moves all rows of clients to another one, in the caller's transaction, which has locked them all. Ignores the access scope:
 * rows of other agents' imports must move too.
 */
export function moveReferences(
  db: Database,
  from: readonly number[],
  into: number,
): Promise<{ moved: MovedRows[]; dropped: DroppedRow[] }> {
  return withAccessScope(undefined, async () => {
    const moved: MovedRows[] = [];
    const dropped: DroppedRow[] = [];
    for (const reference of CLIENT_REFERENCES) {
      dropped.push(...(await dropSecondRows(db, reference, from, into)));
      moved.push(...(await moveRows(db, reference, from, into)));
    }
    return { moved, dropped };
  });
}

async function dropSecondRows(
  db: Database,
  { table, column, where = 'true', uniqueWith, stays = `${column} <> $2` }: ClientReference,
  from: readonly number[],
  into: number,
): Promise<DroppedRow[]> {
  if (!uniqueWith) return [];
  const keys = uniqueWith.join(', ');
  const rows = await db.query<{ row: unknown }>(
    `with ranked as (
       select id, row_number() over (partition by ${keys} order by ${stays}, id) as position
         from ${table} where (${column} = any($1::bigint[]) or ${column} = $2) and ${where})
     delete from ${table} t using ranked r where r.id = t.id and r.position > 1 returning to_jsonb(t) as row`,
    [from, into],
  );
  return rows.map(({ row }) => ({ table, row }));
}

async function moveRows(
  db: Database,
  { table, column, where = 'true' }: ClientReference,
  from: readonly number[],
  into: number,
): Promise<MovedRows[]> {
  const rows = await db.query<{ id: number; from: number }>(
    `with found as materialized (select id, ${column} as "from" from ${table}
                                      where ${column} = any($1::bigint[]) and ${where}),
          moved as (update ${table} t set ${column} = $2 from found f where t.id = f.id returning t.id)
     select f.id, f."from" from found f join moved m on m.id = f.id order by f.id`,
    [from, into],
  );
  const byClient = Map.groupBy(rows, (row) => Number(row.from));
  return [...byClient].map(([client, group]) => ({
    ...{ table, column, from: client },
    ids: group.map(({ id }) => Number(id)),
  }));
}

/**
 * Moves rows back that still belong to the client they moved to, with the rows that were added to them since; returns how many
 * do not, or no longer exist, and what was added.
 */
export function returnReferences(
  db: Database,
  { moved, dropped, since }: { moved: readonly MovedRows[]; dropped: readonly DroppedRow[]; since: Date },
  survivor: number,
): Promise<{ kept: number; added: MovedRows[] }> {
  return withAccessScope(undefined, async () => {
    let kept = 0;
    for (const { table, column, from, ids } of moved) {
      const reference = CLIENT_REFERENCES.find((one) => one.table === table && one.column === column);
      if (!reference) throw new Error(`rows of ${table} cannot be returned`);
      const rows = await db.arrays(
        `update ${reference.table} set ${reference.column} = $1
          where id = any($2::bigint[]) and ${reference.column} = $3 and ${reference.changedAt ?? '$4'} <= $4::timestamptz returning id`,
        [from, ids, survivor, since],
      );
      kept += ids.length - rows.length;
    }
    const added: MovedRows[] = [];
    for (const from of new Set(moved.map((one) => one.from))) {
      added.push(...(await returnAdded(db, from, survivor)));
    }
    for (const { table, row } of dropped) {
      const reference = CLIENT_REFERENCES.find((one) => one.table === table);
      if (!reference) throw new Error(`rows of ${table} cannot be returned`);
      // None where the remaining client has a newer one.
      await insertStored(db, reference.table, JSON.stringify(row));
    }
    return { kept, added };
  });
}

/** A restored client has only what was just moved back. */
async function returnAdded(db: Database, from: number, survivor: number): Promise<MovedRows[]> {
  const added: MovedRows[] = [];
  for (const { table, column, follows = {} } of CLIENT_REFERENCES) {
    for (const [parent, isOf] of Object.entries(follows)) {
      const owner = CLIENT_REFERENCES.find((one) => one.table === parent)?.column ?? 'client_id';
      const rows = await db.arrays<[number]>(
        `update ${table} t set ${column} = $1 from ${parent} p
          where ${isOf} and p.${owner} = $1 and t.${column} = $2 returning t.id`,
        [from, survivor],
      );
      if (rows.length > 0) added.push({ table, column, from, ids: rows.map(([id]) => Number(id)) });
    }
  }
  return added;
}

/** Encrypts values of rows that moved under the key of the client they belong to now, whichever client encrypted them. */
export function encryptMoved(
  db: Database,
  moved: readonly MovedRows[],
  client: number,
  encryptAgain: (text: string, field: string) => string,
): Promise<void> {
  return withAccessScope(undefined, async () => {
    for (const { table, column, encrypted } of CLIENT_REFERENCES) {
      const ids = moved
        .filter((one) => one.table === table && one.column === column)
        .flatMap((one) => one.ids);
      if (!encrypted || ids.length === 0) continue;
      const rows = await db.query<{ id: number; text: string }>(
        `select id, ${encrypted.column} as text from ${table} where id = any($1::bigint[]) and ${column} = $2 and ${encrypted.column} is not null`,
        [ids, client],
      );
      const texts = rows.map(({ id, text }) => encryptAgain(text, encrypted.fieldOf(Number(id))));
      await db.query(
        `update ${table} t set ${encrypted.column} = v.text from unnest($1::bigint[], $2::text[]) as v (id, text) where t.id = v.id`,
        [rows.map(({ id }) => id), texts],
      );
    }
  });
}
