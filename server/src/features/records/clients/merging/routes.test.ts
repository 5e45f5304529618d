import {
  deleteClient,
  getClient,
  listClientHistory,
  revealClientField,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { CLIENT_FIELDS, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import {
  listMerges,
  type MergeChoices,
  mergeClients,
  previewMerge,
  undoMerge,
} from '@ledgerline/contract/clients/merging/endpoints';
import { differentNotes, joinNotes, KEEP_ALL } from '@ledgerline/contract/clients/merging/join-notes';
import { revealPolicyNumber } from '@ledgerline/contract/policies/endpoints';
import { getSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { snoozeItem } from '@ledgerline/contract/today/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_REFERENCES, UNMOVED_REFERENCES } from '#platform/database/client-references.ts';
import { buildWorld } from '#testing/access-scope-world.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { mergeAs, mergedAs } from '#testing/merges.ts';
import { seededRandom } from '#testing/random.ts';
import { useTestApp } from '#testing/test-app.ts';
import { itemsOf, seenOf } from '#testing/today-causes.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;
let agent: Agent;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const query = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);

const merge = (into: number, others: number[], choices: MergeChoices = {}, by = agent) =>
  mergeAs(by, into, others, choices);
const merged = (into: number, others: number[], choices: MergeChoices = {}, by = agent) =>
  mergedAs(by, into, others, choices);
const undo = (id: number, by = agent) => by.call(undoMerge, { params: { id } });
const recordOf = async (id: number) => (await agent.call(getClient, { params: { id } })).body.data;
const valuesOf = async (id: number) => {
  const record = await recordOf(id);
  return Object.fromEntries(CLIENT_FIELDS.map(({ name }) => [name, record[name]]));
};

/** Written by every request, or with another number each time. */
const SKIPPED_TABLES = new Set([
  ...['audit_events', 'audit_links', 'audit_checkpoints', 'client_count_deltas', 'client_merges'],
  ...['idempotency_keys', 'rate_limits', 'sign_ins', 'agent_sign_ins', 'invoice_count_deltas'],
]);

/** Every row of every table, without what a save of the client always writes. */
async function everything(): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => !SKIPPED_TABLES.has(table.name))) {
    const rows = await query<{ row: string }>(
      `select (to_jsonb(t) - '{last_seen_at,last_used_at,seen_at}'::text[]
               ${name === 'policies' ? `- 'policy_number'` : ''}
               ${name === 'clients' ? `- '{updated_at,ledger_text,sealed,ssn,card_number}'::text[]` : ''})::text as row
         from "${name}" t order by 1`,
    );
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

describe('the tables that name a client', () => {
  it('are all known to a merge', async () => {
    const keys = await query<{ name: string }>(
      `select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
         join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'public.clients'::regclass`,
    );
    const columns = await query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and column_name in ('client_id', 'customer_id', 'match_id', 'subject_id') and data_type = 'bigint'`,
    );
    const known = [
      ...CLIENT_REFERENCES.map(({ table, column }) => `${table}.${column}`),
      ...Object.keys(UNMOVED_REFERENCES),
    ];
    expect(keys.length).toBeGreaterThan(10);
    expect([...keys, ...columns].map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('a merge of two clients with one of everything', () => {
  it('moves every record, keeps links working, and its undo restores every row', async () => {
    const survivor = await buildWorld(t.current, agent, 'Aardvark');
    const former = await buildWorld(t.current, agent, 'Zebrawood');
    const open = await agent.call(createClientLink, {
      body: { formId: 'personal-info', clientId: former.client },
    });
    const visitor = t.current.withToken(open.body.data.token);
    for (const item of await itemsOf(agent, { kind: 'card_expires' })) {
      await agent.call(snoozeItem, { body: { ...seenOf(item), until: null } });
    }
    expect(await query('select from today_marks')).toHaveLength(2);
    const before = await everything();
    const valuesBefore = await valuesOf(former.client);

    const result = await merged(survivor.client, [former.client], {
      address: former.client,
      ssn: former.client,
    });
    const [own, other] = result.preview?.data ?? [];
    for (const [kind, count] of Object.entries(other?.related ?? {})) expect(result.moved[kind]).toBe(count);
    const after = await agent.call(previewMerge, {
      query: { ids: `${survivor.client},${await buildClient(t.current)}` },
    });
    const sum = { ...own?.related };
    for (const [kind, count] of Object.entries(other?.related ?? {})) sum[kind] = (sum[kind] ?? 0) + count;
    expect(after.body.data[0]?.related).toEqual(sum);
    await query('delete from clients where id = $1', [after.body.data[1]?.id]);
    for (const { table, column } of CLIENT_REFERENCES) {
      expect(await query(`select id from ${table} where ${column} = $1`, [former.client])).toEqual([]);
    }

    // Payments follow their invoice by a foreign key.
    expect(
      await query(
        'select count(*)::int as n, bool_and(customer_id = $1) as moved from transactions where customer_id in ($1, $2)',
        [survivor.client, former.client],
      ),
    ).toEqual([{ n: 4, moved: true }]);

    expect((await visitor.call(getSecureForm)).status).toBe(200);
    const redirected = await agent.call(getClient, { params: { id: former.client } });
    expect([redirected.status, redirected.headers.location]).toEqual([
      308,
      `/api/clients/${survivor.client}`,
    ]);
    const timeline = await agent.call(listClientTimeline, {
      params: { id: former.client },
      query: { q: 'x' },
    });
    expect(timeline.headers.location).toBe(`/api/clients/${survivor.client}/timeline?q=x`);
    const rejected = await agent.call(updateClient, { params: { id: former.client }, body: { height: '6' } });
    expect([rejected.status, rejected.error.message]).toEqual([
      404,
      'This client was merged into another one. Reload the page to open it.',
    ]);
    const ssn = await agent.call(revealClientField, {
      params: { id: survivor.client },
      body: { field: 'ssn' },
    });
    expect(ssn.body.value).toBe('123-45-6780');

    const history = await agent.call(listClientHistory, {
      params: { id: survivor.client },
      query: { field: 'address' },
    });
    const texts = history.body.data.map(({ to, can_restore }) => [to, can_restore]);
    expect(texts).toContainEqual(['Zebrawood Avenue', false]);
    expect(JSON.stringify(texts)).not.toContain('destroyed');

    const number = async () =>
      (await agent.call(revealPolicyNumber, { params: { id: former.policy }, body: {} })).body.value;
    const shown = await number();
    expect(shown).toMatch(/\d/);
    const undone = await undo(result.merge_id);
    expect(await number()).toBe(shown);
    expect(undone.body).toMatchObject({ restored: [former.client], kept_fields: [], kept_records: 0 });
    expect(await everything()).toEqual(before);
    expect(await valuesOf(former.client)).toEqual(valuesBefore);
    const own_ssn = await agent.call(revealClientField, {
      params: { id: survivor.client },
      body: { field: 'ssn' },
    });
    expect(own_ssn.body.value).toBe('123-45-6780');
  });
});

/** Random values in fields of every kind, including encrypted ones and secrets. */
const POOL: Partial<Record<FieldName, FieldValue[]>> = {
  client_first_name: ['Ana', 'Bo', 'Núñez'],
  primary_email: ['a@x.test', 'b@x.test', null],
  dob: ['1980-01-02', '1990-03-04', null],
  notes: ['<p>One</p>', 'Two & 3', '<ul><li>Three</li></ul>', ''],
  height: ['6 ft', '5 ft', null],
  medicarenumber: ['1EG4-TE5-MK72', '1EG4-TE5-MK73', null],
  ssn: ['123-45-6789', '987-65-4321', null],
  cigna: [12.5, 300, null],
  next_f_u_date: ['2026-11-18', '2026-11-19'],
  status: ['client', 'lead', 'new'],
};

const markFollowUp = (id: number, due: unknown) =>
  query(
    `insert into today_marks (kind, subject_id, due_day, hidden_until, updated_at) values ('follow_up', $1, $2, '2026-12-01', $3)`,
    [id, due, t.current.clock.now()],
  );
const marksOf = (ids: readonly number[]) =>
  query<{ due_day: string }>(
    'select *, due_day::text from today_marks where subject_id = any($1) order by id',
    [ids],
  );

describe('any merge', () => {
  it('has the result of its preview, and its undo restores every value', async () => {
    const random = seededRandom(126);
    const fields = CLIENT_FIELDS.filter(({ name }) => POOL[name] !== undefined).map(({ name }) => name);
    for (let round = 0; round < 8; round++) {
      const ids: number[] = [];
      for (let n = random.between(2, 4); n > 0; n--) {
        const values = Object.fromEntries(fields.map((name) => [name, random.pick(POOL[name] ?? [null])]));
        ids.push(await buildClient(t.current, values));
      }
      const [into = 0, ...others] = ids;
      const choices: MergeChoices = Object.fromEntries(fields.map((name) => [name, random.pick(ids)]));
      if (random.between(0, 1) > 0) choices.notes = KEEP_ALL;
      for (const id of ids) {
        if (random.between(0, 2) > 0) await markFollowUp(id, random.pick(POOL.next_f_u_date ?? []));
      }
      const before = await Promise.all(ids.map(valuesOf));
      const marks = await marksOf(ids);
      const result = await merged(into, others, choices);
      const shown = new Map(result.preview?.data.map(({ id, client }) => [id, client]));
      const expected = { ...before[0] };
      for (const name of fields) {
        const choice = choices[name];
        expected[name] =
          choice === KEEP_ALL
            ? joinNotes(differentNotes(ids.map((id) => shown.get(id)?.[name])))
            : shown.get(choice ?? 0)?.[name];
      }
      expect(await valuesOf(into)).toEqual(expected);
      const applies = ({ due_day }: { due_day: string }) => due_day === expected.next_f_u_date;
      const [mark, ...more] = await marksOf(ids);
      expect([mark && applies(mark), more]).toEqual([marks.some(applies) || (mark && false), []]);
      expect((await undo(result.merge_id)).body.kept_fields).toEqual([]);
      expect(await Promise.all(ids.map(valuesOf))).toEqual(before);
      expect(await marksOf(ids)).toEqual(marks);
    }
  });

  it('is rejected for a client with itself, one that was changed, and by the second of two agents', async () => {
    const [a, b] = [await buildClient(t.current), await buildClient(t.current)];
    const itself = await agent.call(mergeClients, { body: { into: a, others: [a], seen: {} } });
    expect([itself.status, itself.error.code]).toEqual([400, 'validation_failed']);
    const unseen = await agent.call(mergeClients, { body: { into: a, others: [b], seen: {} } });
    expect([unseen.status, unseen.error.code]).toEqual([409, 'conflict']);
    const both = await Promise.all([merge(a, [b]), merge(b, [a])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const message = both.find(({ status }) => status === 409)?.error?.message;
    expect(message).toMatch(/already merged|changed meanwhile/);
    const again = await merge(a, [b]);
    expect([again.status, again.error?.message]).toEqual([
      409,
      'One of these clients was already merged into another one. Nothing was changed.',
    ]);
  });

  it('destroys the keys of merged clients with the remaining one', async () => {
    const [a, b] = [await buildClient(t.current), await buildClient(t.current)];
    const { merge_id } = await merged(a, [b]);
    expect((await agent.call(deleteClient, { params: { id: a } })).status).toBe(200);
    expect(await query('select id from merged_clients where id = $1', [b])).toEqual([]);
    const gone = await query<{ id: number }>(
      'select id from deleted_clients where id = any($1) order by id',
      [[a, b]],
    );
    expect(gone.map(({ id }) => Number(id))).toEqual([a, b]);
    expect((await undo(merge_id)).status).toBe(404);
    expect((await agent.call(getClient, { params: { id: b } })).status).toBe(404);
  });

  it('does not exist for an agent who cannot see one of the clients', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const [mine, theirs, other] = [
      await buildClient(t.current, { owner_agent_id: agent.agent.id }),
      await buildClient(t.current, { owner_agent_id: owner.agent.id }),
      await buildClient(t.current, { owner_agent_id: owner.agent.id }),
    ];
    const { merge_id } = await merged(theirs, [other], {}, owner);
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    expect((await merge(mine, [theirs])).status).toBe(404);
    const blind = await agent.call(mergeClients, { body: { into: mine, others: [theirs], seen: {} } });
    expect(blind.status).toBe(404);
    expect((await undo(merge_id)).status).toBe(404);
    expect((await agent.call(getClient, { params: { id: other } })).status).toBe(404);
    const listed = (await agent.call(listMerges)).body.data;
    expect(listed.filter(({ id }) => id === merge_id)).toEqual([]);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
  });
});
