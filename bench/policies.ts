import pg from 'pg';

const PER_CLIENT = 1.5;

/** One and a half policies per client, with end dates spread over the two years around today. */
export async function createPolicies(url: string, clients: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query('select count(*)::int as present from policies');
    const missing = Math.round(clients * PER_CLIENT) - rows[0]?.present;
    if (missing <= 0) return;
    await client.query('set synchronous_commit = off');
    await client.query(
      `insert into policies (client_id, line, carrier, plan_name, plan_type, status, premium_cents, end_date, covered, notes, created_at, updated_at)
       select c.id, 'health', 'Carrier ' || n % 30, 'Plan ' || n % 700, '', case when n % 5 = 0 then 'lapsed' else 'active' end,
              41250, current_date + (n * 7919 % 730)::int - 365, '{client}', '', now(), now()
         from (select n::bigint, n::bigint * 13 % (select count(*) from clients) as place from generate_series(1, $1::int) n) n
         join (select id, row_number() over (order by id) - 1 as place from clients) c using (place)`,
      [missing],
    );
    await client.query('vacuum analyze policies');
  } finally {
    await client.end();
  }
}
