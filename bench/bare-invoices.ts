import Fastify from 'fastify';
import pg from 'pg';
import {
  countInvoices,
  findPage,
  type InvoiceFilter,
  totalFrom,
} from '../server/src/features/billing/invoice-store/queries.ts';
import { sumByAccount } from '../server/src/features/billing/invoices/queries.ts';
import { databaseOn, TYPES } from '../server/src/platform/database/database.ts';

/** The baseline of invoices.ts: the same SQL as the list with JSON.stringify; no authentication or validation. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, types: TYPES });
const db = databaseOn(pool);
const app = Fastify();

interface Query {
  page?: string;
  q?: string;
  status?: InvoiceFilter['status'];
  account?: InvoiceFilter['account'];
  recurring?: string;
  pending_payment?: string;
  overdue?: string;
  customer_id?: string;
  sort?: InvoiceFilter['sort'];
  direction?: InvoiceFilter['direction'];
}

app.get<{ Querystring: Query }>('/invoices', async ({ query }) => {
  const filter: InvoiceFilter = {
    customer_id: query.customer_id === undefined ? undefined : Number(query.customer_id),
    session_id: undefined,
    status: query.status,
    account: query.account,
    q: query.q ?? '',
    sort: query.sort ?? 'created',
    direction: query.direction ?? 'desc',
    recurring: query.recurring === 'true',
    pending_payment: query.pending_payment === 'true',
    overdue_on: query.overdue === 'true' ? new Date().toISOString().slice(0, 10) : undefined,
    limit: query.page === undefined ? 1000 : 15,
    offset: query.page === undefined ? 0 : (Number(query.page) - 1) * 15,
  };
  const [{ counts, groups }, { rows, total }] = await Promise.all([
    countInvoices(db, undefined, () => undefined),
    findPage(db, filter),
  ]);
  return { data: rows, total: total ?? totalFrom(groups, filter), counts };
});

app.get('/invoices/totals', () => sumByAccount(db, new Date().toISOString().slice(0, 10)));

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
console.log('is ready');
