import Fastify from 'fastify';
import pg from 'pg';
import { FIELD_SELECT, ROW_SELECT } from '../server/src/features/records/clients/presenter.ts';
import { TYPES } from '../server/src/platform/database/database.ts';

/**
 * The yardstick: the same answers from the same tables with no sign-in, no checks, no audit: plain SQL, objects through
 * JSON.stringify. It uses the same indexes and, for a window, the same columns, so that it is hard to beat.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, types: TYPES });
const app = Fastify();

interface ListQuery {
  order: string;
  q?: string;
}

app.get<{ Querystring: ListQuery }>('/list', async (request) => {
  const [page, counts] = await Promise.all([
    pool.query(`select ${ROW_SELECT} from clients order by ${request.query.order} limit 15`),
    pool.query('select status, count(*) from clients group by status'),
  ]);
  return { data: page.rows, counts: counts.rows };
});

app.get<{ Querystring: ListQuery }>('/search', async (request) => {
  const { order, q } = request.query;
  const [page, total] = await Promise.all([
    pool.query(`select ${ROW_SELECT} from clients where search_text like $1 order by ${order} limit 15`, [
      `%${q}%`,
    ]),
    pool.query('select count(*) from clients where search_text like $1', [`%${q}%`]),
  ]);
  return { data: page.rows, total: total.rows[0]?.count };
});

app.get<{ Querystring: { ids: string } }>('/rows', async (request) => {
  const ids = request.query.ids.split(',').map(Number);
  return (await pool.query(`select id, ${FIELD_SELECT} from clients where id = any($1::bigint[])`, [ids]))
    .rows;
});

app.get<{ Querystring: { offset: string } }>('/rows-by-offset', async (request) => {
  const order = 'sort_name collate "ledger_order", id';
  const text = `select id, ${FIELD_SELECT} from clients order by ${order} limit 100 offset $1`;
  return (await pool.query(text, [Number(request.query.offset)])).rows;
});

app.put<{ Params: { id: string }; Body: { occupation: string } }>('/clients/:id', async (request) => {
  const text = 'update clients set occupation = $1 where id = $2 returning id, occupation';
  return (await pool.query(text, [request.body.occupation, request.params.id])).rows[0];
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
console.log('is ready');
