import { beforeAll, expect, it } from 'vitest';
import { countUnsent } from '#platform/email/queue.ts';
import { ENDPOINTS, type NamedEndpoint } from '#platform/http/endpoint-names.ts';
import {
  type BuildInput,
  LIST_CALLS,
  NAMED_CALLS,
  WITHOUT_CLIENT_DATA,
} from '#testing/access-scope-calls.ts';
import { buildWorld, type World } from '#testing/access-scope-world.ts';
import { signInAs } from '#testing/factories.ts';
import { sentLink } from '#testing/sent-link.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

/**
 * A GET changes nothing: browsers, proxies and email scanners send one without a user's request. Every GET endpoint is called on a
 * brokerage with one of everything, and every table is compared before and after.
 */

const t = useTestApp();
const GETS = ENDPOINTS.filter(({ method }) => method === 'GET');

/** These tables record who read what and how often, without further effects; jobs write the others in the meantime. */
const NOT_COMPARED = [
  ...[
    'audit_events',
    'audit_links',
    'audit_chain',
    'audit_checks',
    'audit_archives',
    'rate_limits',
    'sign_ins',
  ],
  ...['job_servers', 'job_holds', 'provider_health', 'provider_events', 'pay_events'],
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
    .filter(({ name }) => !NOT_COMPARED.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as content from public."${name}" x`,
    );
  const rows = await t.current.deps.database.query<{ name: string; content: string }>(
    selects.join(' union all '),
  );
  return new Map(rows.map(({ name, content }) => [name, content]));
}

/** Endpoints that the access scope list leaves out, since they are of owners or of everyone. */
const FURTHER: Readonly<Record<string, BuildInput>> = {
  ...Object.fromEntries(
    [
      'getAuditChain',
      'getGettingStarted',
      'getInstallation',
      'getBrand',
      'getSignInPolicy',
      'getAlertSettings',
      'listAuditEvents',
      'listCommissionRates',
      'getPublicSettings',
    ]
      .concat(['getSecureForm', 'getDocumentRequest'])
      .map((name): [string, BuildInput] => [name, () => ({})]),
  ),
  getPublicForm: () => ({ params: { formLinkId: 'personal-info' } }),
};

const callsOf = ({ name }: NamedEndpoint): BuildInput[] => {
  const calls = [...NAMED_CALLS, ...LIST_CALLS]
    .filter(([called]) => called === name)
    .map(([, request]) => request);
  const further = FURTHER[name] ?? (WITHOUT_CLIENT_DATA.has(name) ? () => ({}) : undefined);
  return calls.length > 0 || !further ? calls : [further];
};

/** Emails that the queue has not sent yet: their rows change independently. */
const unsentEmails = async () => countUnsent(t.current.deps.database);

/** The specification defines it as a GET. It requires a signed-in agent, and fetches from the provider what would arrive anyway. */
const SPECIFIED = ['refreshEnvelopeStatus'];
/** An endless stream, and endpoints that need a token that this brokerage has not issued. */
const NOT_CALLED = [
  'openLive',
  'getCalendar',
  'getPayPage',
  'getPayPdf',
  'getPublicFormDocument',
  'getSignedCopy',
].concat(['openSigning', 'readFile', 'readSigningDocument']);

it('no GET endpoint changes anything', async () => {
  await expect.poll(unsentEmails, { timeout: 20_000 }).toBe(0);
  const changed: string[] = [];
  const notCalled: string[] = [];
  let before = await tables();
  for (const endpoint of GETS.filter(({ name }) => !SPECIFIED.includes(name))) {
    const who = endpoint.access === 'form_token' ? form : owner;
    const calls = NOT_CALLED.includes(endpoint.name) ? [] : callsOf(endpoint);
    if (calls.length === 0) notCalled.push(endpoint.name);
    for (const request of calls) {
      await t.current.deps.database.query('delete from rate_limits');
      const { status } = await who.call(endpoint, request(world, world) as never);
      const after = await tables();
      const differing = [...after].filter(([name, content]) => before.get(name) !== content);
      if (differing.length > 0)
        changed.push(`${endpoint.name} ${status}: ${differing.map(([name]) => name).join(', ')}`);
      before = after;
    }
  }
  expect(changed).toEqual([]);
  expect(notCalled.toSorted()).toEqual(NOT_CALLED.toSorted());
});
