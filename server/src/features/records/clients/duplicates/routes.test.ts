import { findDuplicates } from '@ledgerline/contract/clients/duplicates/endpoints';
import type { QueryInput } from '@ledgerline/contract/endpoint';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { contactsOf } from '../matching/rules.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  agent = await signInAs(t.current);
});

async function found(query: QueryInput<typeof findDuplicates>, by = agent) {
  const { body } = await by.call(findDuplicates, { query });
  return body.data.map(({ id, reasons }) => [id, reasons]);
}

describe('likely existing clients', () => {
  it('are ranked by their reasons, without the client itself', async () => {
    const named = await buildClient(t.current, { client_first_name: 'Iris', client_last_name: 'Gutiérrez' });
    const same = await buildClient(t.current, {
      client_first_name: 'IRIS',
      client_last_name: 'Gutierrez',
      dob: '1970-02-03',
      secondary_phone: '1-786-555-0142',
    });
    const shared = await buildClient(t.current, {
      client_first_name: 'Otto',
      client_last_name: 'Berg',
      secondary_email: 'Iris@dup.test',
    });
    const misspelled = await buildClient(t.current, {
      client_first_name: 'Iris',
      client_last_name: 'Gutierres',
    });
    await buildClient(t.current, { client_first_name: 'Zoe', client_last_name: 'Gutierrez' });
    const query = {
      first_name: 'Iris',
      last_name: 'Gutierrez',
      phone: '(786) 555-0142',
      email: 'iris@DUP.test',
      dob: '1970-02-03',
    };
    expect(await found(query)).toEqual([
      [same, ['phone', 'name_dob']],
      [shared, ['email']],
      [named, ['same_name']],
      [misspelled, ['similar_name']],
    ]);
    expect((await found({ ...query, except: same }))[0]).toEqual([shared, ['email']]);
    expect(await found({ first_name: 'Iris' })).toEqual([]);
    expect(await found({})).toEqual([]);
  });

  it('finds the same contacts in SQL as in the rules', async () => {
    const values = ['+1 (305) 555-0100', '305-555-0100 (7)', '3055550100', ' A@B.test ', '555 01', '', null];
    for (const value of values) {
      const [row] = await t.current.deps.database.query<{ keys: string[] }>(
        'select client_contact_keys(null, $1, $1, null) as keys',
        [value],
      );
      for (const key of contactsOf([value], [value])) expect(row?.keys).toContain(key);
    }
  });

  it('reads indexes, not every client', async () => {
    const plan = await t.current.deps.database.transaction(async (db) => {
      await db.query('set local enable_seqscan = off');
      return db.query<{ 'QUERY PLAN': string }>(
        `explain select id from clients
          where client_contact_keys(primary_email, secondary_email, primary_phone, secondary_phone) && '{phone:3055550100}'`,
      );
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('clients_by_contact');
  });

  it('says nothing about the clients of others to an agent with restricted access', async () => {
    const owner = await signInAs(t.current, { is_owner: true });
    const other = await signInAs(t.current);
    const id = await buildClient(t.current, {
      client_first_name: 'Hidden',
      client_last_name: 'Person',
      primary_phone: '(786) 555-0188',
      owner_agent_id: other.agent.id,
    });
    const query = { first_name: 'Hidden', last_name: 'Person', phone: '7865550188' };
    await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
    expect(await found(query)).toEqual([]);
    expect(await found(query, other)).toEqual([[id, ['phone', 'same_name']]]);
    await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
  });
});
