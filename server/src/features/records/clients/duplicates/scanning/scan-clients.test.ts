import {
  listDuplicatePairs,
  scanDuplicates,
  updateDuplicatePair,
} from '@ledgerline/contract/clients/duplicates/endpoints';
import { deleteClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { undoMerge } from '@ledgerline/contract/clients/merging/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { mergedAs } from '#testing/merges.ts';
import { useTestApp } from '#testing/test-app.ts';
import { runScan, SCAN_QUEUE, startScan } from './scan-clients.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  // The test runs the scans itself.
  await t.current.deps.jobs.start([{ queue: SCAN_QUEUE, work: async () => undefined }]);
  agent = await signInAs(t.current, { is_owner: true });
});

async function scan() {
  const { deps } = t.current;
  const { id } = await deps.database.transaction((db) => startScan(deps, db, null));
  await runScan(deps, id);
  return id;
}

async function listed(is_dismissed: 'true' | 'false' = 'false', by = agent) {
  const { body } = await by.call(listDuplicatePairs, { query: { is_dismissed } });
  return body.data;
}
const pairsOf = async (...ids: number[]) =>
  (await listed())
    .filter(({ clients }) => clients.some(({ id }) => ids.includes(id)))
    .map(({ clients, reasons }) => [...clients.map(({ id }) => id), reasons]);

const person = (first: string, last: string, more: object = {}) =>
  buildClient(t.current, { client_first_name: first, client_last_name: last, ...more });

describe('a scan for likely duplicates', () => {
  it('finds pairs by phone, email, birth date and spelling, strongest first, and nothing else', async () => {
    const ana = await person('Ana', 'Gonzalez', { dob: '1970-01-02', primary_phone: '(305) 555-0191' });
    const same = await person('ANA', 'Gonzalez', { dob: '1970-01-02', secondary_phone: '1-305-555-0191' });
    const misspelled = await person('Ana', 'Gonzales');
    const mail = await person('Berta', 'Ibsen', { primary_email: 'shared@scan.test' });
    const other = await person('Bo', 'Lund', { secondary_email: 'Shared@Scan.test' });
    const son = await person('Leo', 'Gonzalez', { dob: '1999-05-06', primary_phone: '305-555-0191' });
    const namesake = await person('Ana', 'Gonzalez', { dob: '1955-01-01' });
    await scan();
    expect(await pairsOf(ana, same, misspelled, mail, other, son, namesake)).toEqual([
      [ana, same, ['phone', 'name_dob']],
      [mail, other, ['email']],
      [ana, misspelled, ['similar_name']],
      [same, misspelled, ['similar_name']],
      [misspelled, namesake, ['similar_name']],
    ]);
  });

  it('compares only similar names if many share a phone', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 51; n += 1) {
      const last = `${String.fromCharCode(66 + (n % 17))}${n}${String.fromCharCode(97 + (n % 23))}`;
      ids.push(await person(`N${n}`, last, { primary_phone: '(786) 555-0133' }));
    }
    const [first = 0] = ids;
    const twin = await person('N0', 'B0a', { primary_phone: '(786) 555-0133' });
    await scan();
    expect(await pairsOf(...ids)).toEqual([[first, twin, ['phone', 'same_name']]]);
  });

  it('resumes where it stopped and starts only once at a time', async () => {
    const { deps } = t.current;
    const first = await agent.call(scanDuplicates, {});
    expect(first.body.scan).toMatchObject({ state: 'running', finished_at: null });
    expect((await agent.call(scanDuplicates, {})).body.scan).toEqual(first.body.scan);
    const [row] = await deps.database.query<{ id: number }>('select id from duplicate_scans');
    await deps.database.query('update duplicate_scans set after_id = (select max(id) from clients)');
    await runScan(deps, row?.id ?? 0);
    const { body } = await agent.call(listDuplicatePairs, { query: {} });
    expect(body.scan).toMatchObject({ state: 'finished', progress: { done: 0 } });
    // It compared nothing, so it found nothing.
    expect(body.total).toBe(0);
  });
});

describe('the worklist', () => {
  it('remembers that two clients are not duplicates until a compared field changes', async () => {
    const one = await person('Carla', 'Mendez', { primary_phone: '(305) 555-0177' });
    const two = await person('Carla', 'Mendez', { primary_phone: '(305) 555-0177' });
    await scan();
    const [pair] = (await listed()).filter(({ clients }) => clients[0].id === one);
    const params = { id: pair?.id ?? 0 };
    await agent.call(updateDuplicatePair, { params, body: { is_dismissed: true } });
    await scan();
    expect(await pairsOf(one)).toEqual([]);
    expect(await listed('true')).toMatchObject([
      { id: params.id, dismissed_by: expect.any(String), reasons: ['phone', 'same_name'] },
    ]);
    await agent.call(updateDuplicatePair, { params, body: { is_dismissed: false } });
    expect(await pairsOf(one)).toHaveLength(1);
    await agent.call(updateDuplicatePair, { params, body: { is_dismissed: true } });
    await agent.call(updateClient, { params: { id: two }, body: { company: 'No matter' } });
    await scan();
    expect(await pairsOf(one)).toEqual([]);
    await agent.call(updateClient, { params: { id: two }, body: { primary_email: 'carla@scan.test' } });
    await scan();
    expect(await pairsOf(one)).toEqual([[one, two, ['phone', 'same_name']]]);
  });

  it('remembers a dismissed pair through a scan between a merge and its undo', async () => {
    const one = await person('Greta', 'Holm');
    const two = await person('Greta', 'Holm');
    const other = await person('Ivan', 'Olson');
    await scan();
    const [pair] = (await listed()).filter(({ clients }) => clients[0].id === one);
    const dismissing = { params: { id: pair?.id ?? 0 }, body: { is_dismissed: true } };
    await agent.call(updateDuplicatePair, dismissing);
    const { merge_id } = await mergedAs(agent, other, [two]);
    await scan();
    await agent.call(undoMerge, { params: { id: merge_id } });
    await scan();
    expect(await pairsOf(one)).toEqual([]);
    expect((await listed('true')).map(({ id }) => id)).toContain(pair?.id);
  });

  it('shows the current reasons, and removes a pair that is no longer found with the next scan', async () => {
    const one = await person('Dora', 'Weber');
    const two = await person('Dora', 'Weber');
    await scan();
    await agent.call(updateClient, { params: { id: two }, body: { client_last_name: 'Zimmer' } });
    expect(await pairsOf(one)).toEqual([[one, two, []]]);
    await scan();
    expect(await pairsOf(one)).toEqual([]);
  });

  it('hides pairs of merged and deleted clients, and shows them again after the undo of a merge', async () => {
    const one = await person('Edna', 'Crabs');
    const two = await person('Edna', 'Crabs');
    const three = await person('Edna', 'Crabs');
    await scan();
    expect(await pairsOf(one, two, three)).toHaveLength(3);
    const { merge_id } = await mergedAs(agent, one, [two]);
    expect(await pairsOf(one, two, three)).toEqual([[one, three, ['same_name']]]);
    await agent.call(undoMerge, { params: { id: merge_id } });
    expect(await pairsOf(one, two, three)).toHaveLength(3);
    await agent.call(deleteClient, { params: { id: three } });
    expect(await pairsOf(one, two, three)).toEqual([[one, two, ['same_name']]]);
  });

  it('shows agents with restricted access only pairs of clients whom they see, and lets them start no scan', async () => {
    const restricted = await signInAs(t.current);
    const mine = { owner_agent_id: restricted.agent.id };
    const theirs = { owner_agent_id: agent.agent.id };
    const one = await person('Fay', 'Moreno', mine);
    const two = await person('Fay', 'Moreno', mine);
    const three = await person('Fay', 'Moreno', theirs);
    await scan();
    await agent.call(updateNeedToKnow, { body: { sees: 'own' } });
    const { body } = await restricted.call(listDuplicatePairs, { query: {} });
    const seen = body.data.map(({ clients }) => clients.map(({ id }) => id));
    expect(seen.filter((ids) => ids.includes(one))).toEqual([[one, two]]);
    expect(body).toMatchObject({ can_scan: false, scan: { state: 'finished', progress: null } });
    expect((await restricted.call(scanDuplicates, {})).error?.code).toBe('not_allowed');
    const hidden = (await listed()).find(({ clients }) => clients.some(({ id }) => id === three));
    const dismissing = { params: { id: hidden?.id ?? 0 }, body: { is_dismissed: true } };
    expect((await restricted.call(updateDuplicatePair, dismissing)).status).toBe(404);
    await agent.call(updateNeedToKnow, { body: { sees: 'all' } });
  });
});
