import { listClients, updateClient } from '@ledgerline/contract/clients/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { ENCRYPTED_FIELDS, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { CLIENT_FILTER_FIELDS } from '@ledgerline/contract/clients/filter-fields';
import { exportLedger, getLedgerIndex } from '@ledgerline/contract/ledger/endpoints';
import type { Filter, FilterCondition } from '@ledgerline/contract/rules/filters';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { filterCondition } from '#platform/database/filter-condition.ts';
import { buildAgent, buildClient, signInAs } from '#testing/factories.ts';
import { all, any, everyFilter, where } from '#testing/filters.ts';
import { useTestApp } from '#testing/test-app.ts';
import { refreshLedgerTexts } from './service.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
let other: number;

type Values = Partial<Record<FieldName, FieldValue>>;

/** Last names identify the clients. The clock of tests stands at TEST_NOW, November 20, 2026. */
beforeAll(async () => {
  agent = await signInAs(t.current);
  other = (await buildAgent(t.current)).id;
  const clients: Values[] = [
    {
      client_last_name: 'Núñez',
      status: 'lead',
      owner_agent_id: agent.agent.id,
      dob: '1961-11-30',
      next_f_u_date: '2026-11-20',
      health_plan_premium: 250.5,
      ben1_pct: 50,
      primary_phone: '(305) 555-0101',
      ssn: '900-11-2222',
      notes: '<p>Likes <strong>golf</strong> & AT&T</p>',
      card_number: '4111 1111 1111 1111',
    },
    {
      client_last_name: 'Adams',
      status: 'client',
      owner_agent_id: other,
      dob: '1990-12-02',
      next_f_u_date: '2026-12-20',
      health_plan_premium: 0,
      city_of_birth: '100%_sure',
      primary_phone: '+44 20 7946 0000',
    },
    { client_last_name: 'Baker', status: 'inactive', dob: '1992-02-29', next_f_u_date: '2026-10-21' },
    { client_last_name: null, client_first_name: 'Zoe', health_plan_premium: 10 },
  ];
  for (const client of clients) await buildClient(t.current, client);
});

const names = async (filter: Filter, query: object = {}) => {
  const { status, body, error } = await agent.call(listClients, {
    query: { page: 1, filter: JSON.stringify(filter), ...query },
  });
  expect([status, error?.message]).toEqual([200, undefined]);
  return body.data.map((row) => row.client_last_name ?? row.client_first_name);
};

describe('a condition', () => {
  const CASES: [FilterCondition, string[]][] = [
    [where('client_last_name', 'contains', 'NUN'), ['Núñez']],
    [where('client_last_name', 'not_contains', 'a'), ['Núñez', 'Zoe']],
    [where('client_last_name', 'is', 'nunez'), ['Núñez']],
    [where('client_last_name', 'is_not', 'nunez'), ['Adams', 'Baker', 'Zoe']],
    [where('client_last_name', 'is_empty'), ['Zoe']],
    [where('client_last_name', 'is_filled'), ['Adams', 'Baker', 'Núñez']],
    // The wildcards of LIKE are ordinary characters.
    [where('city_of_birth', 'contains', '0%_s'), ['Adams']],
    [where('city_of_birth', 'contains', '1_0'), []],
    [where('notes', 'contains', 'likes golf'), ['Núñez']],
    [where('notes', 'contains', 'golf'), ['Núñez']],
    [where('notes', 'contains', 'strong'), []],
    [where('notes', 'contains', 'golf & at&t'), ['Núñez']],
    [where('notes', 'contains', 'amp'), []],
    [where('notes', 'is_filled'), ['Núñez']],
    [where('primary_phone', 'contains', '305555'), ['Núñez']],
    [where('primary_phone', 'is', '305.555.0101'), ['Núñez']],
    [where('primary_phone', 'is', '+1 305 555 0101'), ['Núñez']],
    [where('primary_phone', 'contains', '1 (305) 555-0101'), ['Núñez']],
    [where('primary_phone', 'contains', 'ext 5'), []],
    [where('primary_phone', 'not_contains', '44'), ['Baker', 'Núñez', 'Zoe']],
    [where('status', 'is_any', 'lead', 'client'), ['Adams', 'Núñez']],
    [where('status', 'is_none', 'lead', 'client'), ['Baker', 'Zoe']],
    [where('status', 'is_any', 'new'), ['Zoe']],
    [where('owner_agent_id', 'is_any', 'me'), ['Núñez']],
    [where('owner_agent_id', 'is_none', 'me'), ['Adams', 'Baker', 'Zoe']],
    [where('owner_agent_id', 'is_empty'), ['Baker', 'Zoe']],
    [where('health_plan_premium', 'is', '250.5'), ['Núñez']],
    [where('health_plan_premium', 'is', '0'), ['Adams']],
    [where('health_plan_premium', 'is_not', '0'), ['Baker', 'Núñez', 'Zoe']],
    [where('health_plan_premium', 'at_least', '250.50'), ['Núñez']],
    [where('health_plan_premium', 'at_least', '250.51'), []],
    [where('health_plan_premium', 'at_most', '0'), ['Adams']],
    [where('health_plan_premium', 'between', '10', '0'), ['Adams', 'Zoe']],
    [where('ben1_pct', 'between', '49.5', '50'), ['Núñez']],
    [where('next_f_u_date', 'is', '2026-11-20'), ['Núñez']],
    [where('next_f_u_date', 'before', '2026-11-20'), ['Baker']],
    [where('next_f_u_date', 'after', '2026-11-20'), ['Adams']],
    [where('next_f_u_date', 'between', '2026-12-20', '2026-11-20'), ['Adams', 'Núñez']],
    [where('next_f_u_date', 'next_days', '30'), ['Adams', 'Núñez']],
    [where('next_f_u_date', 'next_days', '29'), ['Núñez']],
    [where('next_f_u_date', 'last_days', '30'), ['Baker', 'Núñez']],
    [where('next_f_u_date', 'last_days', '29'), ['Núñez']],
    [where('dob', 'birthday_month'), ['Núñez']],
    [where('dob', 'birthday_days', '10'), ['Núñez']],
    [where('dob', 'birthday_days', '9'), []],
    [where('dob', 'birthday_days', '12'), ['Adams', 'Núñez']],
    // Across the turn of the year, with a birthday on February 29.
    [where('dob', 'birthday_days', '101'), ['Adams', 'Baker', 'Núñez']],
    [where('dob', 'birthday_days', '99'), ['Adams', 'Núñez']],
    [where('dob', 'birthday_days', '365'), ['Adams', 'Baker', 'Núñez']],
    [where('ssn', 'is_filled'), ['Núñez']],
    [where('ssn', 'is_empty'), ['Adams', 'Baker', 'Zoe']],
    [where('card_number', 'is_filled'), ['Núñez']],
    [where('created_at', 'is', '2026-11-20'), ['Adams', 'Baker', 'Núñez', 'Zoe']],
    [where('created_at', 'before', '2026-11-20'), []],
    [where('created_at', 'last_days', '1'), ['Adams', 'Baker', 'Núñez', 'Zoe']],
  ];

  it.each(CASES)('%j matches %j in the list and in the ledger', async (condition, expected) => {
    expect(await names(all(condition))).toEqual(expected);
    const query = { filter: JSON.stringify(all(condition)), sort: 'city_of_birth' as const };
    expect((await agent.call(getLedgerIndex, { query })).body.total).toBe(expected.length);
  });
});

describe('an encrypted field', () => {
  const database = () => t.current.deps.database;
  const ofTest = where('client_last_name', 'is', 'Encrypted');

  it.each(ENCRYPTED_FIELDS)('is empty or not: $name', async ({ name, kind }) => {
    const id = await buildClient(t.current, { client_last_name: 'Encrypted', client_first_name: name });
    const found = async (op: 'is_filled' | 'is_empty') => {
      const filter = all(ofTest, where('client_first_name', 'is', name), where(name, op));
      return (await names(filter)).length === 1;
    };
    const states = async () => [await found('is_filled'), await found('is_empty')];
    expect(await states()).toEqual([false, true]);
    const save = (value: string | number | null) =>
      agent.call(updateClient, { params: { id }, body: { [name]: value } });
    await save(kind === 'money' ? 12.5 : name === 'business_ein' ? '12-3456789' : '12');
    expect(await states()).toEqual([true, false]);
    const [row] = await database().query<{ filled_encrypted: string }>(
      'select filled_encrypted from clients where id = $1',
      [id],
    );
    expect(row?.filled_encrypted).toBe(`,${name},`);
    await save(null);
    expect(await states()).toEqual([false, true]);
    await database().query('delete from clients where id = $1', [id]);
  });

  it('cannot be filtered until the job has listed the clients of an earlier version', async () => {
    const id = await buildClient(t.current, { client_last_name: 'Encrypted', agi: 100 });
    const query = { filter: JSON.stringify(all(ofTest, where('agi', 'is_filled'))) };
    const problems = async () => [
      (await agent.call(listClients, { query })).error?.message,
      (await agent.call(getLedgerIndex, { query })).error?.message,
    ];
    await database().query('update clients set filled_encrypted = null where id = $1', [id]);
    const message = expect.stringContaining('are being prepared after the update. Try again');
    expect(await problems()).toEqual([message, message]);
    expect(await names(all(ofTest))).toHaveLength(1);
    expect(await refreshLedgerTexts(t.current.deps)).toBeGreaterThan(0);
    expect(await refreshLedgerTexts(t.current.deps)).toBe(0);
    expect(await problems()).toEqual([undefined, undefined]);
    expect((await agent.call(getLedgerIndex, { query })).body.ids).toEqual([id]);
    // A write of another ciphertext without its list.
    await database().query(`update clients set sealed = '' where id = $1`, [id]);
    expect(await problems()).toEqual([message, message]);
    await database().query('delete from clients where id = $1', [id]);
  });
});

describe('a client whose ciphertext cannot be read', () => {
  it('does not keep the job from preparing the filters of the others', async () => {
    const { database, log } = t.current.deps;
    const logged = vi.spyOn(log, 'error');
    const ofTest = where('client_last_name', 'is', 'Damaged');
    const broken = await buildClient(t.current, { client_last_name: 'Damaged', agi: 50 });
    const keyless = await buildClient(t.current, { client_last_name: 'Damaged', agi: 50 });
    const id = await buildClient(t.current, { client_last_name: 'Damaged', agi: 100 });
    await database.query(`update clients set sealed = 'unreadable' where id = $1`, [broken]);
    await database.query(`update client_keys set wrapped_key = 'unreadable' where id = $1`, [keyless]);
    await database.query(
      'update clients set filled_encrypted = null, ledger_text = null where id = any($1)',
      [[broken, keyless, id]],
    );
    expect(await refreshLedgerTexts(t.current.deps)).toBe(1);
    const query = { filter: JSON.stringify(all(ofTest, where('agi', 'is_filled'))) };
    expect((await agent.call(getLedgerIndex, { query })).body.ids).toEqual([id]);
    expect(logged.mock.calls.map(([note]) => note)).toMatchObject([{ client: broken }, { client: keyless }]);
    await database.query('delete from clients where id = any($1)', [[broken, keyless, id]]);
  });
});

describe('a birthday in the next days', () => {
  const DAYS = ['0225', '0228', '0229', '0301', '0303', '0304'];

  it.each([
    ['2027-02-25', '6', ['0225', '0228', '0229', '0301', '0303']],
    // Without February 29, it is on February 28.
    ['2027-02-25', '3', ['0225', '0228', '0229']],
    ['2027-02-25', '2', ['0225']],
    ['2027-02-28', '1', ['0228', '0229', '0301']],
    ['2027-03-01', '3', ['0301', '0303', '0304']],
    ['2028-02-25', '3', ['0225', '0228']],
    ['2028-02-25', '4', ['0225', '0228', '0229']],
    ['2028-02-29', '1', ['0229', '0301']],
    ['2026-12-31', '59', ['0225', '0228', '0229']],
    ['2026-03-05', '364', DAYS],
    ['2026-03-05', '365', DAYS],
  ])('from %s, within %s days', async (today, days, expected) => {
    const columns = new Map([['day', { sql: 'day', storage: 'day' } as const]]);
    const births = DAYS.map((day) => `1992-${day.slice(0, 2)}-${day.slice(2)}`);
    const values: unknown[] = [births];
    const filter = all(where('day', 'birthday_days', days));
    const condition = filterCondition({ filter, today, timeZone: 'UTC', agentId: 1 }, columns, values);
    const found = await t.current.deps.database.query<{ day: string }>(
      `select to_char(day, 'MMDD') as day from unnest($1::date[]) as day where ${condition} order by 1`,
      values,
    );
    expect(found.map(({ day }) => day)).toEqual(expected);
  });
});

describe('several conditions', () => {
  const lead = where('status', 'is_any', 'lead');
  const inactive = where('status', 'is_any', 'inactive');
  const hasBirthday = where('dob', 'birthday_month');

  it('must all match, or any; a group matches the other way', async () => {
    expect(await names(all(lead, inactive))).toEqual([]);
    expect(await names(any(lead, inactive))).toEqual(['Baker', 'Núñez']);
    expect(await names(all(hasBirthday, [lead, inactive]))).toEqual(['Núñez']);
    expect(await names(any([lead, inactive], where('client_last_name', 'is_empty')))).toEqual(['Zoe']);
    expect(await names(all())).toHaveLength(4);
  });

  it('are combined with the status, the search and the owner, and counted by status', async () => {
    const filled = all(where('next_f_u_date', 'is_filled'));
    const { body } = await agent.call(listClients, {
      query: { page: 1, page_size: 1, filter: JSON.stringify(filled), status: 'client' },
    });
    expect([body.total, body.counts.all, body.counts.lead, body.data[0]?.client_last_name]).toEqual([
      1,
      3,
      1,
      'Adams',
    ]);
    expect(await names(filled, { q: 'nun' })).toEqual(['Núñez']);
    expect(await names(filled, { owner: 'nobody' })).toEqual(['Baker']);
  });

  it('keep every order, with empty values last', async () => {
    const filter = all(where('created_at', 'after', '2020-01-01'));
    expect(await names(filter, { sort: 'next_f_u_date', direction: 'desc' })).toEqual([
      'Adams',
      'Núñez',
      'Baker',
      'Zoe',
    ]);
    expect(await names(filter, { sort: 'updated_at', page: 2, page_size: 2 })).toHaveLength(2);
  });

  it('apply to an export', async () => {
    const { body } = await agent.call(exportLedger, {
      body: { columns: ['client_last_name'], filter: JSON.stringify(all(lead)) },
    });
    expect(String(body).trim().split(/\r?\n/).slice(1)).toEqual(['Núñez']);
  });
});

it('every field can be filtered with every operator of its kind', async () => {
  for (const filter of everyFilter(CLIENT_FILTER_FIELDS)) await names(filter);
});

describe('a filter that cannot be applied', () => {
  it.each([
    [all(where('nickname', 'is', 'x')), /uses the field “nickname”, which does not exist here/],
    [all(where('ssn', 'contains', '12')), /SSN is encrypted/],
    [all(Array(51).fill(where('notes', 'is_empty'))), /at most 50 conditions/],
    ['{', /^The filter cannot be read\. Remove it from the address or build it again\.$/],
  ])('is rejected with a message: %j', async (filter, message) => {
    const text = typeof filter === 'string' ? filter : JSON.stringify(filter);
    for (const endpoint of [listClients, getLedgerIndex]) {
      const { status, error } = await agent.call(endpoint, { query: { filter: text } });
      expect([status, error?.message]).toEqual([400, expect.stringMatching(message)]);
    }
  });
});
