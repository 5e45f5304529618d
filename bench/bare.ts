import Fastify from 'fastify';
import pg from 'pg';
import { FIELD_SELECT, ROW_SELECT } from '../server/src/features/records/clients/presenter.ts';
import { TYPES } from '../server/src/platform/database/database.ts';

/**
 * The baseline: the same responses without authentication, validation or audit, from plain SQL with JSON.stringify. Lists and
 * windows use one plain table with an index for each order (plain-clients.ts); saves use the product's own table.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, types: TYPES });
const app = Fastify();

interface ListQuery {
  order: string;
  q?: string;
  offset?: string;
}

app.get<{ Querystring: ListQuery }>('/list', async (request) => {
  const { order, offset = 0 } = request.query;
  const [page, counts] = await Promise.all([
    pool.query(`select ${ROW_SELECT} from plain_clients order by ${order} limit 15 offset $1`, [offset]),
    pool.query('select status, count(*) from plain_clients group by status'),
  ]);
  return { data: page.rows, counts: counts.rows };
});

app.get<{ Querystring: ListQuery }>('/search', async (request) => {
  const { order, q } = request.query;
  const [page, total] = await Promise.all([
    pool.query(
      `select ${ROW_SELECT} from plain_clients where search_text like $1 order by ${order} limit 15`,
      [`%${q}%`],
    ),
    pool.query('select count(*) from plain_clients where search_text like $1', [`%${q}%`]),
  ]);
  return { data: page.rows, total: total.rows[0]?.count };
});

app.get<{ Querystring: ListQuery & { condition: string } }>('/filtered', async (request) => {
  const { order, condition } = request.query;
  const [page, counts] = await Promise.all([
    pool.query(`select ${ROW_SELECT} from plain_clients where ${condition} order by ${order} limit 15`),
    pool.query(`select status, count(*) from plain_clients where ${condition} group by status`),
  ]);
  return { data: page.rows, counts: counts.rows };
});

app.get<{ Querystring: ListQuery & { condition: string } }>('/policies', async (request) => {
  const { order, condition } = request.query;
  const from = `from (select p.*, p.search_text as policy_text, o.sort_name, o.search_text as client_text
    from policies p join client_outlines o on o.client_id = p.client_id) p where ${condition}`;
  const [page, total] = await Promise.all([
    pool.query(`select * ${from} order by ${order} limit 50`),
    pool.query(`select count(*) ${from}`),
  ]);
  return { policies: page.rows, total: total.rows[0]?.count };
});

app.get<{ Querystring: ListQuery & { limit: string } }>('/window', async (request) => {
  const { order, limit, offset } = request.query;
  // The ids first: skipping complete rows would read each of them.
  const ids = `select id from plain_clients order by ${order} limit $1 offset $2`;
  const text = `select id, ${FIELD_SELECT} from plain_clients where id = any(array(${ids})) order by ${order}`;
  return (await pool.query(text, [limit, offset])).rows;
});

app.get<{ Querystring: ListQuery }>('/index', async (request) => {
  const { rows } = await pool.query(`select id from plain_clients order by ${request.query.order}`);
  return { ids: rows.map(({ id }) => id) };
});

app.put<{ Params: { id: string }; Body: { occupation: string } }>('/clients/:id', async (request) => {
  const text = 'update clients set occupation = $1 where id = $2 returning id, occupation';
  return (await pool.query(text, [request.body.occupation, request.params.id])).rows[0];
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
console.log('is ready');
