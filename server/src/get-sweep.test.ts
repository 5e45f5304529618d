import type { Endpoint } from '@ledgerline/contract/endpoint';
import { beforeAll, expect, it } from 'vitest';
import { countUnsent } from '#platform/mail/queue.ts';
import { ENDPOINTS } from '#testing/declared-endpoints.ts';
import { signInAs } from '#testing/factories.ts';
import { sentLink } from '#testing/sent-link.ts';
import { APART, type Ask, LISTING, NAMING } from '#testing/sight-calls.ts';
import { buildWorld, type World } from '#testing/sight-world.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

/**
 * A GET changes nothing: browsers, proxies and mail scanners send one without anyone having asked for it. Every GET endpoint
 * is called on a brokerage with one of everything, and every table is compared before and after.
 */

const t = useTestApp();
const GETS = ENDPOINTS.filter(({ method }) => method === 'GET');

/** Who read what and how often: a read is recorded there, and nothing else follows from it. */
const RECORDS_OF_READS = [
  ...['audit_events', 'audit_links', 'audit_chain', 'audit_checks', 'audit_archives'],
  ...['rate_limits', 'sign_ins'],
];

let owner: Caller;
let world: World;
let form: Caller;

beforeAll(async () => {
  await t.current.startJobs();
  const agent = await signInAs(t.current, { is_owner: true, is_developer: true, is_advisor: true });
  owner = agent;
  world = await buildWorld(t.current, agent, 'Aardvark');
  form = (await sentLink(t.current)).visitor;
});

/** The content of every table, as one text each. */
async function tables(): Promise<Map<string, string>> {
  const names = await t.current.deps.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const selects = names
    .filter(({ name }) => !RECORDS_OF_READS.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as content from public."${name}" x`,
    );
  const rows = await t.current.deps.database.query<{ name: string; content: string }>(
    selects.join(' union all '),
  );
  return new Map(rows.map(({ name, content }) => [name, content]));
}

const callsOf = ({ name }: Endpoint): Ask[] => {
  const calls = [...NAMING, ...LISTING].filter(([called]) => called === name).map(([, ask]) => ask);
  return calls.length > 0 || !APART.has(name) ? calls : [() => ({})];
};

/** Mails of the world that the queue has still to send: their rows change by themselves. */
const mailsUnderWay = async () => countUnsent(t.current.deps.database);

/** Opens a stream that never ends; what it reads is tested with live events. */
const APART_HERE = ['openLive'];
/** The documents name it a GET. It needs the header of a sign-in, and asks the provider for what it would tell anyway. */
const SPECIFIED = ['refreshEnvelopeStatus'];
/** Public endpoints need tokens of their own; each of them is called with one. */

it('no GET endpoint changes anything', async () => {
  const changed: string[] = [];
  await expect.poll(mailsUnderWay, { timeout: 20_000 }).toBe(0);
  let before = await tables();
  for (const endpoint of GETS) {
    if (APART_HERE.includes(endpoint.name) || SPECIFIED.includes(endpoint.name)) continue;
    const who = endpoint.access === 'form_token' ? form : owner;
    const calls = callsOf(endpoint);
    if (calls.length === 0) console.log('UNCALLED', endpoint.name);
    for (const ask of calls) {
      await t.current.deps.database.query('delete from rate_limits');
      const { status } = await who.call(endpoint, ask(world, world) as never);
      const after = await tables();
      const differing = [...after]
        .filter(([name, content]) => before.get(name) !== content)
        .map(([name]) => name);
      if (differing.length > 0) changed.push(`${endpoint.name} ${status}: ${differing.join(', ')}`);
      console.log(endpoint.name, status);
      before = after;
    }
  }
  expect(changed).toEqual([]);
});
