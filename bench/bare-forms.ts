import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';
import { findPage, type SubmissionFilter } from '../server/src/features/forms/submissions/queries.ts';
import { TEMPLATES_WITH_COUNTS } from '../server/src/features/forms/templates/queries.ts';
import { searchPatterns } from '../server/src/features/records/clients/queries.ts';
import { databaseOn, TYPES } from '../server/src/platform/database/database.ts';

/**
 * The baseline of links.ts: one insert, and the same SQL as the list with JSON.stringify; no authentication, validation
 * or audit.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20, types: TYPES });
const app = Fastify();

app.post<{ Body: { clientId: number } }>('/links', async ({ body }) => {
  const { rows } = await pool.query(
    `insert into secure_links (key, access_type, client_id, title, access_token_expires_at, created_at)
     values ($1, 'client_access', $2, 'Session 1', now() + interval '7 days', now()) returning *`,
    [randomBytes(24).toString('base64url'), body.clientId],
  );
  return rows[0];
});

app.get<{ Querystring: { page?: string; category?: SubmissionFilter['category']; q?: string } }>(
  '/submissions',
  async ({ query }) => {
    const patterns = searchPatterns(query.q ?? '');
    const page = { limit: 24, offset: (Number(query.page ?? 1) - 1) * 24 };
    const { rows, total } = await findPage(databaseOn(pool), { patterns, category: query.category }, page);
    return { data: rows, total };
  },
);

app.get('/templates', async () => ({ forms: (await pool.query(TEMPLATES_WITH_COUNTS, [false])).rows }));

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
console.log('is ready');
