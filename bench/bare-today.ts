import Fastify from 'fastify';
import { todayHorizon } from '../contract/src/rules.ts';
import { listClientsOf, listItems } from '../server/src/features/activity/today/queries.ts';
import { viewsAfter } from '../server/src/features/activity/today/rules.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';

/** The baseline of Today: its statements and JSON.stringify; no authentication, validation or ranking. */
const database = openDatabase(process.env.DATABASE_URL ?? '', { max: 20, onError: console.error });
const app = Fastify();
const TIME_ZONE = 'America/New_York';

app.get<{ Querystring: { owner?: string } }>('/today', async (request) => {
  const now = new Date();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(now);
  const at = { today, now, time_zone: TIME_ZONE, horizon: todayHorizon(today) };
  const views = viewsAfter(undefined, { today, tomorrow: todayHorizon(today, 1) });
  const { owner } = request.query;
  const lines = await listItems(database, at, views, owner === undefined ? undefined : Number(owner), 51);
  const ids = [...new Set(lines.slice(0, 50).flatMap(({ client_id }) => client_id ?? []))];
  return { lines: lines.slice(0, 50), clients: await listClientsOf(database, ids) };
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
console.log('is ready');
