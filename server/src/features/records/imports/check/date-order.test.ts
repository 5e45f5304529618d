import { getClient } from '@ledgerline/contract/clients/endpoints';
import * as endpoints from '@ledgerline/contract/imports/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { importFile, settled, upload } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const birthDates = async (id: number) => {
  const { body } = await agent.call(endpoints.listImportRows, { params: { id } });
  const clients = body.data.map(({ client_id }) => client_id ?? 0);
  const records = clients.map((client) => agent.call(getClient, { params: { id: client } }));
  return (await Promise.all(records)).map((record) => record.body.data?.dob);
};

describe('the order of month and day in a file', () => {
  it('is detected from rows that are unambiguous, for every date column', async () => {
    const file = [
      'last,dob,spouse dob,next follow up',
      'Order1,4/3/80,31/12/1979,5/6/31',
      'Order2,--05-31,0/0/00,',
      'Order3,5 de marzo de 1980,,',
    ].join('\n');
    const imported = await importFile(agent, file);
    expect(imported.counts).toMatchObject({ created: 3, warnings: 1 });
    expect(await birthDates(imported.id)).toEqual(['1980-03-04', null, '1980-03-05']);
    const { body } = await agent.call(endpoints.listImportRows, { params: { id: imported.id } });
    const first = await agent.call(getClient, { params: { id: body.data[0]?.client_id ?? 0 } });
    expect(first.body.data).toMatchObject({ spouse_dob: '1979-12-31', next_f_u_date: '2031-06-05' });
  });

  it.each([
    ['both orders fit', 'Fit,4/3/1980'],
    ['the rows contradict each other', 'One,31/12/1980\nTwo,12/31/1980'],
  ])('is chosen by the agent where %s', async (_, rows) => {
    const { body } = await upload(agent, `last,dob\n${rows}`);
    const check = (date_order?: 'mdy' | 'dmy') =>
      agent.call(endpoints.checkImport, {
        params: { id: body.id },
        body: { mapping: body.data.mapping, ...(date_order ? { date_order } : {}) },
      });
    const rejected = await check();
    expect([rejected.status, rejected.error.message]).toEqual([
      400,
      expect.stringMatching(/month first or day first/),
    ]);
    // Dates in an ignored column do not matter.
    const withoutDates = await agent.call(endpoints.checkImport, {
      params: { id: body.id },
      body: { mapping: ['client_last_name', null] },
    });
    expect(withoutDates.status).toBe(200);
    await settled(agent, body.id);
    expect((await check('dmy')).status).toBe(200);
    await settled(agent, body.id);
    await agent.call(endpoints.runImport, { params: { id: body.id } });
    await settled(agent, body.id);
    expect((await birthDates(body.id))[0]).toBe(rows.startsWith('Fit') ? '1980-03-04' : '1980-12-31');
  });
});
