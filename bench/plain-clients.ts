import pg from 'pg';

const INDEXES = [
  '(id)',
  '(sort_name collate "ledger_order", id)',
  '(status, sort_name collate "ledger_order", id)',
  '(primary_phone collate "ledger_order", id)',
  '(primary_email collate "ledger_order", id)',
  '(current_health_plan_name collate "ledger_order", id)',
  '(next_f_u_date, id)',
  '(updated_at, id)',
];

/**
 * The same clients as a plain application would store them, for the baseline: one table with every column, the sort key of
 * the name and the search text, and an index for each order.
 */
export async function createPlainClients(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query(`select to_regclass('plain_clients') as existing`);
    if (rows[0]?.existing) return;
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`);
    await client.query(
      `create table plain_clients as
       select c.*, o.sort_name, o.search_text
         from clients c join client_outlines o on o.client_id = c.id order by c.id`,
    );
    await client.query('alter table plain_clients drop column ledger_text');
    for (const index of INDEXES) await client.query(`create index on plain_clients ${index}`);
    await client.query('create index on plain_clients using gin (search_text gin_trgm_ops)');
    await client.query('vacuum analyze plain_clients');
  } finally {
    await client.end();
  }
}
