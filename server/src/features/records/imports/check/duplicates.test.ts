import { getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import * as endpoints from '@ledgerline/contract/imports/endpoints';
import type { RowFilter } from '@ledgerline/contract/lists';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { importFile, settled, uploadAndCheck } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const rowsOf = async (id: number, filter: RowFilter = 'all') =>
  (await agent.call(endpoints.listImportRows, { params: { id }, query: { filter } })).body;

describe('duplicates', () => {
  it('names the clients a row matches and by which keys', async () => {
    const byEmail = await buildClient(t.current, {
      client_first_name: 'Álvaro',
      client_last_name: 'Bright',
      primary_email: 'Match@Dup.test',
    });
    const byPhone = await buildClient(t.current, {
      client_first_name: 'Carl',
      client_last_name: 'Down',
      primary_phone: '(786) 555-0199 (4)',
    });
    const byName = await buildClient(t.current, {
      client_first_name: 'Max',
      client_last_name: 'Twin',
      dob: '1970-02-03',
    });
    const file =
      'first,last,email,phone,dob\nA,Bright,match@dup.test,,\nC.,Down,,1-786-555-0199,\nMÁX,twin,,,1970-02-03\nALVARO,BRIGHT,MATCH@dup.test,,\nN,N,,,';
    const imported = await uploadAndCheck(agent, file);
    expect(imported.counts).toMatchObject({ created: 1, skipped: 4 });
    const { data } = await rowsOf(imported.id);
    expect(
      data.map(({ matches }) => matches.map((m) => [m.client_id ?? `row ${m.row_number}`, m.by])),
    ).toEqual([
      [[byEmail, ['email']]],
      [[byPhone, ['phone']]],
      [[byName, ['name_dob']]],
      [
        [byEmail, ['email']],
        ['row 2', ['email']],
      ],
      [],
    ]);
    const onlyPhone = await agent.call(endpoints.checkImport, {
      params: { id: imported.id },
      body: { mapping: imported.mapping, match: ['phone'] },
    });
    expect(onlyPhone.status).toBe(200);
    expect((await settled(agent, imported.id)).counts).toMatchObject({ created: 4, skipped: 1 });
  });

  it('creates them anyway when requested', async () => {
    await buildClient(t.current, { primary_email: 'again@dup.test' });
    const imported = await importFile(agent, 'last,email\nOne,again@dup.test\nTwo,again@dup.test', {
      duplicates: 'create',
    });
    expect(imported.counts).toMatchObject({ created: 2, skipped: 0 });
  });

  it('matches again when a client was added between the dry run and the run', async () => {
    const imported = await uploadAndCheck(agent, 'last,email\nLate,late@dup.test');
    expect(imported.counts.created).toBe(1);
    await buildClient(t.current, { client_last_name: 'Late', primary_email: 'late@dup.test' });
    await agent.call(endpoints.runImport, { params: { id: imported.id } });
    expect((await settled(agent, imported.id)).counts).toMatchObject({ created: 0, skipped: 1 });
  });
});

describe('households and placeholders', () => {
  const HOUSEHOLD = [
    'first,last,email,phone,dob,ssn',
    'Ana,Núñez,home@family.test,305-555-0177,1980-01-02,111-22-3333',
    'Bo,Núñez,home@family.test,305-555-0177,1979-05-06,222-33-4444',
    'Cy,Núñez,home@family.test,305-555-0177,2011-07-08,333-44-5555',
  ].join('\n');

  it.each(['skip', 'update'] as const)(
    'imports every member, and knows each again (%s)',
    async (duplicates) => {
      const phone = duplicates === 'skip' ? '305-555-0177' : '305-555-0178';
      const file = HOUSEHOLD.replaceAll('family', `${duplicates}.family`)
        .replaceAll('305-555-0177', phone)
        .replaceAll('Núñez', `Núñez ${duplicates}`);
      const imported = await importFile(agent, file, { duplicates });
      expect(imported.counts).toMatchObject({ created: 3, updated: 0, skipped: 0, warnings: 0 });
      const clients = (await rowsOf(imported.id)).data.map(({ client_id }) => client_id);
      const again = await importFile(agent, file.replaceAll('Núñez', 'NUNEZ'), { duplicates });
      expect(again.counts).toMatchObject({ created: 0 });
      const known = (await rowsOf(again.id)).data;
      expect(known.map(({ matches }) => matches.map(({ client_id }) => client_id))).toEqual(
        clients.map((id) => [id]),
      );
      const bo = await agent.call(getClient, { params: { id: clients[1] ?? 0 } });
      expect(bo.body.data).toMatchObject({ client_first_name: 'Bo', dob: '1979-05-06', ssn: '•••-••-4444' });
    },
  );

  it.each([
    ['none@none.com', '000-00-0000'],
    ['noemail@gmail.com', '555-555-5555'],
    ['N/A@na.com', '1111111111'],
  ])('treats %s and %s as placeholders', async (email, phone) => {
    await buildClient(t.current, { primary_email: email, primary_phone: phone });
    const file = `first,last,email,phone\nCasey,One,${email},${phone}\nCasey,Two,${email},${phone}`;
    const imported = await importFile(agent, file, { duplicates: 'update' });
    expect(imported.counts).toMatchObject({ created: 2, updated: 0, skipped: 0 });
  });

  it('shows repeated rows of the file before the import, and possible matches', async () => {
    await buildClient(t.current, {
      client_first_name: 'Ed',
      client_last_name: 'Doubt',
      primary_email: 'ed@doubt.test',
      dob: '1960-01-01',
    });
    const file = [
      'first,last,email,dob',
      'Robert,Smith,bob@rep.test,1970-02-03',
      'Bob,Smith,bob@rep.test,',
      'Ed,Doubt,ed@doubt.test,1961-01-01',
    ].join('\n');
    const imported = await uploadAndCheck(agent, file);
    expect(imported.counts).toMatchObject({ created: 2, skipped: 1, warnings: 2 });
    const { data } = await rowsOf(imported.id);
    expect(data[1]?.findings[0]?.message).toBe('Repeats an earlier row of the file');
    expect(data[1]?.matches).toMatchObject([{ row_number: 2, by: ['email'] }]);
    expect(data[2]?.findings[0]?.message).toMatch(
      /^A client has the same email but a different name or birth date/,
    );
  });

  it('matches names with any letters in SQL as in the rules', async () => {
    const names = [
      'Łukasz',
      'Straße',
      'Œuvre',
      'Æsa',
      'Þór',
      'Ðorđe',
      'Øst',
      'İpek',
      'ıklım',
      'Алёна',
      'O’Neil',
      '李',
    ];
    for (const client_last_name of names) {
      await buildClient(t.current, { client_first_name: 'Eva', client_last_name, dob: '1971-01-01' });
    }
    const file = ['first,last,dob', ...names.map((last) => `EVA,${last.toUpperCase()},1971-01-01`)].join(
      '\n',
    );
    expect((await uploadAndCheck(agent, file)).counts).toMatchObject({ created: 0, skipped: names.length });
  });
});

describe('an update of an identity', () => {
  const FOUND = {
    client_first_name: 'Ida',
    client_last_name: 'Known',
    dob: '1985-05-05',
    ssn: '111-22-3333',
  };
  const ssnOf = async (id: number) => (await agent.call(getClient, { params: { id } })).body.data.ssn;

  it('is skipped until an agent confirms the row', async () => {
    const id = await buildClient(t.current, { ...FOUND, primary_email: 'ida@known.test' });
    const file = 'first,last,email,ssn,company\nIda,Known,ida@known.test,999-88-7777,Inn\nNew,One,,,';
    const unconfirmed = await importFile(agent, file, { duplicates: 'update' });
    expect(unconfirmed.counts).toMatchObject({ created: 1, updated: 0, skipped: 1, unconfirmed: 0 });
    expect(await ssnOf(id)).toBe('•••-••-3333');

    const imported = await uploadAndCheck(agent, file, { duplicates: 'update' });
    expect(imported.counts).toMatchObject({ updated: 0, skipped: 1, unconfirmed: 1 });
    const { data, total: count } = await rowsOf(imported.id, 'unconfirmed');
    expect(count).toBe(1);
    expect(data[0]).toMatchObject({ row_number: 2, plan: 'skipped', to_confirm: ['ssn'], confirmed: false });
    const confirm = (row_number: number, confirmed: boolean) =>
      agent.call(endpoints.confirmImportRow, {
        params: { id: imported.id },
        body: { row_number, confirmed },
      });
    expect((await confirm(3, true)).status).toBe(409);
    expect((await confirm(2, true)).body.data.counts).toMatchObject({ updated: 1, unconfirmed: 0 });
    expect((await confirm(2, false)).body.data.counts).toMatchObject({ updated: 0, unconfirmed: 1 });
    await confirm(2, true);
    await agent.call(endpoints.runImport, { params: { id: imported.id } });
    expect((await settled(agent, imported.id)).counts).toMatchObject({ updated: 1 });
    expect(await ssnOf(id)).toBe('•••-••-7777');
    expect((await confirm(2, true)).status).toBe(409);
  });

  it('is skipped if an earlier row of the file would be overwritten', async () => {
    const file =
      'first,last,email,ssn\nIvo,File,ivo@file.test,111-22-3333\nIvo,File,ivo@file.test,999-88-7777';
    const imported = await importFile(agent, file, { duplicates: 'update' });
    expect(imported.counts).toMatchObject({ created: 1, updated: 0, skipped: 1 });
    expect(await ssnOf((await rowsOf(imported.id)).data[0]?.client_id ?? 0)).toBe('•••-••-3333');
  });

  it('is skipped when the client got another SSN after the dry run', async () => {
    const id = await buildClient(t.current, { ...FOUND, ssn: null, primary_email: 'ida2@known.test' });
    const file = 'first,last,email,ssn\nIda,Known,ida2@known.test,999-88-7777';
    const imported = await uploadAndCheck(agent, file, { duplicates: 'update' });
    expect(imported.counts).toMatchObject({ updated: 1, unconfirmed: 0 });
    t.current.clock.advance(1000);
    await agent.call(updateClient, { params: { id }, body: { ssn: '444-55-6666' } });
    await agent.call(endpoints.runImport, { params: { id: imported.id } });
    expect((await settled(agent, imported.id)).counts).toMatchObject({ updated: 0, skipped: 1 });
    expect(await ssnOf(id)).toBe('•••-••-6666');
  });

  it('never replaces a stored address with only a city, state and ZIP code', async () => {
    const values = { client_last_name: 'Addressed', primary_email: 'home@addr.test' };
    const id = await buildClient(t.current, { ...values, address: '12 Main St, Miami, FL 33101' });
    const addressOf = async () => (await agent.call(getClient, { params: { id } })).body.data.address;
    const partial = 'last,email,city,state,zip,company\nAddressed,home@addr.test,Tampa,FL,33602,Inn';
    expect((await importFile(agent, partial, { duplicates: 'update' })).counts.updated).toBe(1);
    expect(await addressOf()).toBe('12 Main St, Miami, FL 33101');
    const full = 'last,email,street,city,state,zip\nAddressed,home@addr.test,5 Bay Rd,Tampa,Florida,33602';
    expect((await importFile(agent, full, { duplicates: 'update' })).counts.updated).toBe(1);
    expect(await addressOf()).toBe('5 Bay Rd, Tampa, FL 33602');
  });
});
