import pg from 'pg';
import type { FieldCipher } from '../server/src/platform/secrets/field-cipher.ts';

/** Above this number, clients are copies of those that the demo creates: creating a million one by one takes half an hour. */
export const BASE_CLIENTS = 100_000;
const KEYS_AT_ONCE = 10_000;

/**
 * Fills a brokerage of `BASE_CLIENTS` up to `clients` with copies: each has the last name and the plans of one client and
 * the first name of another. Their secrets are encrypted for the original and cannot be revealed; copies have no encrypted
 * fields.
 */
export async function multiplyClients(url: string, clients: number, cipher: FieldCipher): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query('select count(*)::int as present from clients');
    if (rows[0]?.present >= clients) return await createMissingKeys(client, cipher);
    await client.query(`set synchronous_commit = off; set work_mem = '128MB'`);
    const others = await otherColumns(client);
    const copied = others.map((column) => `c."${column}"`).join(', ');
    for (let n = 1; n < clients / BASE_CLIENTS; n++) {
      await client.query(
        `with originals as (select *, row_number() over (order by id) as n from clients order by id limit ${BASE_CLIENTS})
         insert into clients (client_first_name, primary_email, sealed, filled_encrypted, ${others.map((column) => `"${column}"`).join(', ')})
         select g.client_first_name, lower(g.client_first_name) || '.${n}.' || c.primary_email, '', '', ${copied}
           from originals c join originals g on g.n = 1 + (c.n + ${n * 7919}) % ${BASE_CLIENTS} limit ${clients - n * BASE_CLIENTS}`,
      );
      console.error(`${Math.min(clients, (n + 1) * BASE_CLIENTS)} clients`);
    }
    await createMissingKeys(client, cipher);
    await client.query('vacuum analyze clients, client_outlines, client_keys');
  } finally {
    await client.end();
  }
}

/** A save needs the key of its client. */
async function createMissingKeys(client: pg.Client, cipher: FieldCipher): Promise<void> {
  const { rows } = await client.query<{ ids: string }>(
    `select string_agg(id::text, ',') as ids from clients where id not in (select id from client_keys)`,
  );
  const ids: number[] = JSON.parse(`[${rows[0]?.ids ?? ''}]`);
  for (let start = 0; start < ids.length; start += KEYS_AT_ONCE) {
    const some = ids.slice(start, start + KEYS_AT_ONCE);
    await client.query(
      'insert into client_keys (id, wrapped_key) select * from unnest($1::bigint[], $2::text[])',
      [some, some.map((id) => cipher.own.create(id).wrapped)],
    );
  }
}

async function otherColumns(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'clients' and column_name not in ('id', 'client_first_name', 'primary_email', 'sealed', 'filled_encrypted')`,
  );
  return rows.map(({ name }) => name);
}
