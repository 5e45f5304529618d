import { getClient, listClientHistory, listClients } from '@ledgerline/contract/clients/endpoints';
import * as endpoints from '@ledgerline/contract/imports/endpoints';
import type { RowFilter } from '@ledgerline/contract/lists';
import { beforeAll, describe, expect, it } from 'vitest';
import { signInAs } from '#testing/factories.ts';
import { fileInput, importFile, revertFile, settled, upload, uploadAndCheck } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';
import { buildXlsx } from '#testing/xlsx.ts';
import { changeImport, lockImport } from './repository.ts';
import { IMPORT_QUEUE } from './service.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const FILE = [
  'First Name,LAST,E-mail,Cell Phone,DOB,SSN,Favorite color',
  'Ana,Lee,ana@import.test,305.555.0100,5/31/1990,123-45-6789,red',
  ',,not an email,,5/1/1990,,',
  'Cy,Diaz,cy@import.test,,13/45/2020,,',
  'Di,Ortiz,di@import.test,305-555-0103,1980-01-02,987-65-4321,=1+1',
].join('\n');

const total = async () => (await agent.call(listClients, { query: { page: 1 } })).body.total;
const rowsOf = async (id: number, filter: RowFilter = 'all') =>
  (await agent.call(endpoints.listImportRows, { params: { id }, query: { filter } })).body;

describe('an import from upload to revert', () => {
  it('guesses columns, shows findings before anything is written, writes, reports and reverts', async () => {
    const before = await total();
    const { status, body } = await upload(agent, FILE);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ state: 'uploaded', row_count: 4, file_name: 'clients.csv' });
    expect(body.data.mapping).toEqual([
      ...['client_first_name', 'client_last_name', 'primary_email', 'primary_phone', 'dob', 'ssn', null],
    ]);
    expect(body.sample[0]).toEqual([
      'Ana',
      'Lee',
      'ana@import.test',
      '305.555.0100',
      '5/31/1990',
      '•••-••-6789',
      'red',
    ]);

    const id = body.id;
    const started = await agent.call(endpoints.checkImport, {
      params: { id },
      body: { mapping: body.data.mapping },
    });
    expect(started.body.data.state).toBe('checking');
    const checked = await settled(agent, id);
    expect(checked).toMatchObject({ state: 'checked', counts: { created: 3, refused: 1, warnings: 2 } });
    expect(await total()).toBe(before);
    const refused = await rowsOf(id, 'refused');
    expect(refused.total).toBe(1);
    expect(refused.data.map(({ row_number, label, findings }) => [row_number, label, findings])).toEqual([
      [
        3,
        'not an email',
        [
          {
            level: 'warning',
            field: 'primary_email',
            message: 'Please enter a valid email address (the cell was omitted)',
            value: 'not an email',
          },
          {
            level: 'error',
            field: null,
            message: 'The row has no name, email or phone number',
            value: null,
          },
        ],
      ],
    ]);

    await agent.call(endpoints.runImport, { params: { id } });
    const done = await settled(agent, id);
    expect(done).toMatchObject({
      state: 'done',
      counts: { created: 3, refused: 1 },
      progress: { done: 4, total: 4 },
    });
    expect(await total()).toBe(before + 3);
    const created = (await rowsOf(id, 'created')).data;
    const client = await agent.call(getClient, { params: { id: created[0]?.client_id ?? 0 } });
    expect(client.body.data).toMatchObject({
      client_last_name: 'Lee',
      dob: '1990-05-31',
      ssn: '•••-••-6789',
      primary_phone: '305-555-0100',
    });

    const outcome = await agent.call(endpoints.downloadImportOutcome, { params: { id } });
    expect(String(outcome.body).split('\r\n')).toEqual([
      '\uFEFFRow,Outcome,Client id,Reasons,Revert',
      `2,created,${created[0]?.client_id},,`,
      '3,refused,,"Primary email: Please enter a valid email address (the cell was omitted); The row has no name, email or phone number",',
      `4,created,${created[1]?.client_id},Date of birth must be a date such as 05/31/1990 (the cell was omitted),`,
      `5,created,${created[2]?.client_id},,`,
      '',
    ]);

    expect(await revertFile(agent, id)).toMatchObject({
      state: 'reverted',
      counts: { reverted: 3, kept: 0 },
    });
    expect(await total()).toBe(before);
  });

  it('reads the same table from XLSX', async () => {
    const rows = FILE.split('\n').map((line) => line.split(','));
    const imported = await uploadAndCheck(agent, buildXlsx(rows));
    expect(imported).toMatchObject({ state: 'checked', counts: { created: 3, refused: 1 } });
    const removed = await agent.call(endpoints.deleteImport, { params: { id: imported.id } });
    expect(removed.status).toBe(200);
    expect((await agent.call(endpoints.getImport, { params: { id: imported.id } })).status).toBe(404);
  });

  it('writes on behalf of the agent, under one operation', async () => {
    const imported = await importFile(agent, 'First name,Last name\nEva,Trail');
    const id = (await rowsOf(imported.id)).data[0]?.client_id ?? 0;
    const history = await agent.call(listClientHistory, { params: { id } });
    expect(history.body.data[0]).toMatchObject({
      action: 'created',
      actor: `${agent.agent.first_name} ${agent.agent.last_name}`,
    });
    const events = await t.current.deps.database.query(
      'select distinct operation from audit_events where entity_id = $1 and entity = $2',
      [id, 'client'],
    );
    expect(events).toEqual([{ operation: `import:${imported.id}` }]);
  });
});

describe('permissions and states', () => {
  it('returns 401 for anonymous uploads', async () => {
    expect((await t.current.call(endpoints.uploadImport, fileInput(FILE))).status).toBe(401);
  });

  it('shows an import to its agent, to owners and to developers only', async () => {
    const { body } = await upload(agent, FILE);
    const params = { id: body.id };
    const [other, owner, developer] = [
      await signInAs(t.current, { has_all_staff_access: true }),
      await signInAs(t.current, { is_owner: true }),
      await signInAs(t.current, { is_developer: true }),
    ];
    for (const endpoint of [
      endpoints.getImport,
      endpoints.listImportRows,
      endpoints.runImport,
      endpoints.revertImport,
      endpoints.deleteImport,
      endpoints.downloadImportOutcome,
    ]) {
      expect([endpoint.path, (await other.call(endpoint, { params })).status]).toEqual([endpoint.path, 404]);
    }
    const check = await other.call(endpoints.checkImport, { params, body: { mapping: body.data.mapping } });
    expect(check.status).toBe(404);
    const confirm = { params, body: { row_number: 2, confirmed: true } };
    expect((await other.call(endpoints.confirmImportRow, confirm)).status).toBe(404);
    expect((await other.call(endpoints.listImports)).body.data).toEqual([]);
    for (const caller of [owner, developer]) {
      expect((await caller.call(endpoints.getImport, { params })).status).toBe(200);
      expect((await caller.call(endpoints.listImports)).body.data[0]?.id).toBe(body.id);
    }
  });

  it('is checked while another one runs for a long time', async () => {
    const { id } = await uploadAndCheck(agent, 'last\nLong');
    const { database, jobs } = t.current.deps;
    await changeImport(database, id, { state: 'running', total_count: 1, done_count: 0 }, new Date());
    await database.transaction(async (db) => {
      await lockImport(db, id);
      await jobs.send(database, IMPORT_QUEUE, { id });
      expect((await uploadAndCheck(agent, 'last\nShort')).state).toBe('checked');
    });
    expect((await settled(agent, id)).state).toBe('done');
  });

  it('returns 409 for a step that is too early or too late', async () => {
    const { body } = await upload(agent, 'last\nStep');
    const params = { id: body.id };
    const statusOf = async (endpoint: typeof endpoints.runImport) =>
      (await agent.call(endpoint, { params })).status;
    expect(await statusOf(endpoints.runImport)).toBe(409);
    expect(await statusOf(endpoints.revertImport)).toBe(409);
    expect((await agent.call(endpoints.downloadImportOutcome, { params })).status).toBe(409);
    const check = { params, body: { mapping: body.data.mapping } };
    await agent.call(endpoints.checkImport, check);
    await settled(agent, body.id);
    await agent.call(endpoints.runImport, { params });
    await settled(agent, body.id);
    expect(await statusOf(endpoints.runImport)).toBe(409);
    expect((await agent.call(endpoints.checkImport, check)).status).toBe(409);
    expect((await agent.call(endpoints.deleteImport, { params })).status).toBe(409);
    await agent.call(endpoints.revertImport, { params });
    const again = await agent.call(endpoints.revertImport, { params });
    expect([again.status, again.error.message]).toEqual([
      409,
      expect.stringMatching(/being|already reverted/),
    ]);
    await settled(agent, body.id);
    const { error } = await agent.call(endpoints.revertImport, { params });
    expect(error.message).toBe('This import was already reverted.');
  });

  it.each([
    ['two columns for one field', ['ssn', 'ssn'], /Each field can take one column only/],
    ['no column at all', [null, null], /At least one column must be imported/],
    ['an unknown field', ['shoe_size', null], /must be a client field/],
    ['too few columns', ['ssn'], /must name a field or null for each of the 2 columns/],
  ])('returns 400 for a mapping with %s', async (_, mapping, message) => {
    const { body } = await upload(agent, 'a,last\n1,Map');
    const { status, error } = await agent.call(endpoints.checkImport, {
      params: { id: body.id },
      body: { mapping: mapping as never },
    });
    expect([status, error.message]).toEqual([400, expect.stringMatching(message)]);
  });
});

describe('bad uploads', () => {
  it.each([
    ['an empty file', '', 400, 'The file is empty.'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 400, /not a CSV or XLSX table/],
    ['a missing quotation mark', 'a,b\n1,"2', 400, /^Row 2 has a quotation mark/],
    ['a cell of 1 MB', `last\n${'x'.repeat(1_048_576)}`, 413, /more than 100,000 characters/],
    ['300 columns', `${'c,'.repeat(299)}c\n1`, 413, /300 columns/],
    ['no column names', 'Ana,ana@x.test\nBo,bo@x.test', 400, /first row must contain the column names/],
    ['more than 25 MB', Buffer.alloc(26 * 1024 * 1024 - 2000, 'a'), 413, 'The file is larger than 25 MB.'],
  ])('returns %s with a message and changes nothing', async (_, content, status, message) => {
    const before = (await agent.call(endpoints.listImports)).body.data.length;
    const answer = await upload(agent, content);
    expect([answer.status, answer.error.success, answer.error.message]).toEqual([
      status,
      false,
      expect.stringMatching(message),
    ]);
    expect((await agent.call(endpoints.listImports)).body.data).toHaveLength(before);
  });

  it('returns a message for a body that is not an upload, or is malformed', async () => {
    const json = await agent.call(endpoints.uploadImport, { body: {} as never });
    expect([json.status, json.error.message]).toEqual([400, 'Please choose a file.']);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of [
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b',
      '--x--\r\n',
    ]) {
      const broken = await agent.call(endpoints.uploadImport, { body: body as never, headers });
      expect(broken.status).toBe(400);
    }
    const noBoundary = await agent.call(endpoints.uploadImport, {
      body: 'x' as never,
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect(noBoundary.status).toBe(400);
  });
});
