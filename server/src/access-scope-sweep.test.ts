import { listClients } from '@ledgerline/contract/clients/endpoints';
import { getInvoiceTotals, listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { countToday, listToday } from '@ledgerline/contract/today/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS, type NamedEndpoint } from '#platform/http/endpoint-names.ts';
import {
  type BuildInput,
  type Input,
  LIST_CALLS,
  NAMED_CALLS,
  SAME_RESPONSE,
  WITHOUT_CLIENT_DATA,
} from '#testing/access-scope-calls.ts';
import { buildWorld, countFrom, farAway, MARK, MARKED, type World } from '#testing/access-scope-world.ts';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

/**
 * Access scope (need to know) of every endpoint that an agent may call (decision 071). A brokerage with two agents, each with a client who
 * has one of everything. With the setting `own`, one agent requests the other's records at each endpoint: every response equals that for a
 * missing record, no list contains a mark of them, and nothing of theirs is changed. With `all` the same calls find them, which shows that
 * the test can fail. An endpoint that is listed nowhere here fails the test.
 */

const t = useTestApp();
const NO_ID = 987_654_321;
const OF_AGENTS = [
  'optional_agent',
  'agent',
  'agent_manager',
  'owner_or_developer',
  'developer',
  'agent_or_client',
];
const agentEndpoints = ENDPOINTS.filter(({ access }) => OF_AGENTS.includes(access));
const endpointOf = (name: string): NamedEndpoint => {
  const found = agentEndpoints.find((endpoint) => endpoint.name === name);
  if (!found) throw new Error(`${name} is not an endpoint that an agent may call`);
  return found;
};
const labeled = (calls: [string, BuildInput][]) =>
  calls.map(([name, request], position) => [`${name} #${position}`, endpointOf(name), request] as const);

type Agent = Awaited<ReturnType<typeof signInAs>>;
let owner: Agent;
let caller: Agent;
let mine: World;
let theirs: World;

beforeAll(async () => {
  await t.current.startJobs();
  owner = await signInAs(t.current, { is_owner: true });
  const flags = { is_developer: true, has_all_staff_access: true, is_advisor: true };
  caller = await signInAs(t.current, flags);
  mine = await buildWorld(t.current, caller, 'Aardvark');
  const other = await signInAs(t.current, { is_advisor: true });
  await farAway(t.current);
  theirs = await buildWorld(t.current, other, MARK);
  // Other agents see commissions of policies of which they are the agent of record.
  await t.current.deps.database.query('update policies set agent_of_record_id = $1 where id = $2', [
    caller.agent.id,
    theirs.policy,
  ]);
  await countFrom(t.current, 100_000);
});

const setNeedToKnow = async (sees: 'all' | 'own') => {
  const { status } = await owner.call(updateNeedToKnow, { body: { sees } });
  if (status !== 200) throw new Error(`the setting was rejected: ${status}`);
};

async function request(endpoint: NamedEndpoint, input: Input): Promise<{ status: number; text: string }> {
  await t.current.deps.database.query('delete from rate_limits');
  const { status, body } = await caller.call(endpoint, input as never);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  // Values that the caller sent are echoed in both responses.
  const named = JSON.stringify(input).match(/\b(71\d{5}|987654321)\b/g) ?? [];
  const bare = text.replace(/"requestId":"[^"]*"/, '');
  return {
    status,
    text: status < 300 ? bare : named.reduce((masked, id) => masked.replaceAll(id, '#'), bare),
  };
}

/** The same call for records that never existed. */
const withUnknownIds = (of: World): World => ({
  ...(Object.fromEntries(Object.keys(of).map((kind) => [kind, NO_ID])) as unknown as World),
  envelope: 'no-envelope',
  template: of.template,
});

/** Every row with a mark, except what the audit log records of the requests. */
async function marked(): Promise<Record<string, string>> {
  const tables = await t.current.deps.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    if (['rate_limits', 'audit_links', 'idempotency_keys', 'sign_ins'].includes(name)) continue;
    const but =
      name === 'audit_events'
        ? `and entity not like '%\\_read' and action not in ('access_refused', 'searched')`
        : '';
    const [found] = await t.current.deps.database.query<{ n: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(x::text, '|' order by x::text)), '') as n
         from public."${name}" x where (x::text ~* 'zebrawood' or x::text ~ '\\m71\\d{5}\\M') ${but}`,
    );
    rows[name] = found?.n ?? '';
  }
  return rows;
}

describe('need to know', () => {
  it('names every endpoint that an agent may call', () => {
    const named = new Set(
      [...NAMED_CALLS, ...LIST_CALLS].map(([name]) => name).concat([...WITHOUT_CLIENT_DATA]),
    );
    expect(agentEndpoints.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !agentEndpoints.some((endpoint) => endpoint.name === name))).toEqual(
      [],
    );
  });

  describe('with the setting `own`', () => {
    beforeAll(() => setNeedToKnow('own'));

    it('does not change the other agent’s records', async () => {
      const before = await marked();
      const wrong: unknown[] = [];
      for (const [label, endpoint, of] of labeled(NAMED_CALLS)) {
        const answer = await request(endpoint, of(theirs, mine));
        const unknownAnswer = await request(endpoint, of(withUnknownIds(theirs), mine));
        if (answer.status !== unknownAnswer.status || answer.text !== unknownAnswer.text)
          wrong.push([label, answer, unknownAnswer]);
        if (MARKED.test(answer.text)) wrong.push([label, 'contains a mark', answer.text.slice(0, 300)]);
      }
      expect(wrong).toEqual([]);
      expect(await marked()).toEqual(before);
    });

    it('does not list the other agent’s records', async () => {
      const wrong: unknown[] = [];
      for (const [label, endpoint, of] of labeled(LIST_CALLS)) {
        const { status, text } = await request(endpoint, of(theirs, mine));
        if (status >= 300 || MARKED.test(text)) wrong.push([label, status, text.slice(0, 300)]);
      }
      expect(wrong).toEqual([]);
    });

    it('does not count the other agent’s records', async () => {
      const { body: clients } = await caller.call(listClients, {});
      expect([clients.total, clients.counts.all]).toEqual([2, 2]);
      const { body: none } = await caller.call(listClients, { query: { q: 'no such name' } });
      expect([none.total, none.counts.all]).toEqual([0, 0]);
      const { body: invoices } = await caller.call(listInvoices, {});
      expect([invoices.total, invoices.counts.all]).toEqual([2, 2]);
      const { body: owed } = await caller.call(listInvoices, { query: { pending_payment: 'true' } });
      const { body: totals } = await caller.call(getInvoiceTotals, {});
      expect(totals.data.all.outstanding_cents).toBe(
        owed.data.reduce((sum, row) => sum + row.total_cents - (row.paid_amount_cents ?? 0), 0),
      );
      const { body: today } = await caller.call(listToday, { query: { limit: 200 } });
      const { body: counted } = await caller.call(countToday, {});
      const sum = Object.values(counted.counts).reduce((all, count) => all + count, 0);
      expect(sum).toBe(today.lines.length);
    });
  });

  describe('with the setting `all`', () => {
    beforeAll(() => setNeedToKnow('all'));

    it('finds in every list the records that the other setting hides', async () => {
      const blind: unknown[] = [];
      for (const [label, endpoint, of] of labeled(LIST_CALLS)) {
        const { status, text } = await request(endpoint, of(theirs, mine));
        if (status >= 300 || !MARKED.test(text)) blind.push([label, status, text.slice(0, 300)]);
      }
      expect(blind).toEqual([]);
    });

    it('finds every named record, and changes it', async () => {
      const before = await marked();
      const blind: unknown[] = [];
      for (const [label, endpoint, of] of labeled(NAMED_CALLS)) {
        const answer = await request(endpoint, of(theirs, mine));
        const unknownAnswer = await request(endpoint, of(withUnknownIds(theirs), mine));
        if (
          answer.status === unknownAnswer.status &&
          answer.text === unknownAnswer.text &&
          !SAME_RESPONSE.has(endpoint.name)
        )
          blind.push([label, answer]);
      }
      expect(blind).toEqual([]);
      expect(await marked()).not.toEqual(before);
    });
  });
});
