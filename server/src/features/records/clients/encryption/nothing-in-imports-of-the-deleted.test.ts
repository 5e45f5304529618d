import { listAuditEvents } from '@ledgerline/contract/audit/endpoints';
import { deleteClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import * as endpoints from '@ledgerline/contract/imports/endpoints';
import { updateNotificationChoices } from '@ledgerline/contract/notifications/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditLog } from '#platform/audit/verify.ts';
import { linkAll } from '#testing/audit-log.ts';
import { ClientMarks, expectNoMarks, successful } from '#testing/client-marks.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { revertFile, settled, upload } from '#testing/imports.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current, { is_owner: true });
  const choices = [{ kind: 'import_ended' as const, in_app: true, mail: 'at_once' as const }];
  successful(await agent.call(updateNotificationChoices, { body: { choices } }));
});

const HEAD = 'Title,First Name,Last Name,Email,Primary Phone,Occupation,SSN,Household Income,Date of Birth';

interface Person {
  client_first_name: string;
  client_last_name: string;
  primary_email: string;
}

const personOf = (marks: ClientMarks): Person => ({
  client_first_name: marks.text(),
  client_last_name: marks.text(),
  primary_email: `${marks.text()}@marks.test`,
});

/** A row of a file about this person, including cells that cannot be read. */
function line(marks: ClientMarks, { client_first_name, client_last_name, primary_email }: Person): string {
  const cells = [marks.text(), client_first_name, client_last_name, primary_email, marks.text()];
  return [...cells, marks.text(), marks.text(), marks.text(), marks.text()].join(',');
}

const other = 'x,Nora,Neighbor,nora@other.test,305-555-0142,Baker,,,';

async function checked(content: string, name: string, choices: object = {}) {
  const { body } = successful(await upload(agent, content, name));
  const { mapping } = body.data;
  const params = { id: body.id };
  successful(await agent.call(endpoints.checkImport, { params, body: { mapping, ...choices } }));
  return settled(agent, body.id);
}

async function run(id: number) {
  successful(await agent.call(endpoints.runImport, { params: { id } }));
  return settled(agent, id);
}

const remove = async (id: number) => successful(await agent.call(deleteClient, { params: { id } }));
const rowsOf = async (id: number) =>
  (await agent.call(endpoints.listImportRows, { params: { id }, query: {} })).body.data;

describe('after a client is permanently deleted', () => {
  it('nothing remains of the imports that created, updated or skipped the client, or that were reverted', async () => {
    const marks = new ClientMarks('71');
    const person = personOf(marks);
    // The file names the client in its name, in a title above the column names and in its rows.
    const first = `Report of ${marks.text()},,,,,,,,\n${HEAD}\n${line(marks, person)}\n`;
    const created = await run((await checked(first, `${marks.text()}.csv`)).id);
    expect(created.counts).toMatchObject({ created: 1, refused: 0 });
    expect(created.counts.warnings).toBe(1);
    const [row] = await rowsOf(created.id);
    const id = row?.client_id ?? 0;
    const again = `${HEAD}\n${line(marks, person)}\n`;
    const skipped = await run((await checked(again, `${marks.text()}.csv`, { duplicates: 'skip' })).id);
    expect(skipped.counts).toMatchObject({ skipped: 1 });
    const update = await checked(again, `${marks.text()}.csv`, { duplicates: 'update' });
    expect((await run(update.id)).counts).toMatchObject({ updated: 1 });
    expect((await revertFile(agent, update.id)).counts).toMatchObject({ reverted: 1 });
    // Other clients in the same file stay as they are.
    const both = await run((await checked(`${HEAD}\n${line(marks, person)}\n${other}\n`, 'both.csv')).id);
    expect(both.counts).toMatchObject({ created: 1, skipped: 1 });
    successful(await agent.call(endpoints.downloadImportOutcome, { params: { id: created.id } }));

    await remove(id);
    await expectNoMarks(t.current, marks);
    const { body: list } = await agent.call(endpoints.listImports);
    const names = list.data.map(({ id: one, file_name }) => [one, file_name]);
    expect(names).toContainEqual([both.id, 'both.csv']);
    expect(names).toContainEqual([created.id, '(name removed)']);
    const { body: auditLog } = await agent.call(listAuditEvents, { query: { thing: 'import', limit: 100 } });
    expect(JSON.stringify(auditLog)).toContain('both.csv');
  });

  it('nothing remains when the revert of the import deleted the client', async () => {
    const marks = new ClientMarks('72');
    const text = `${HEAD}\n${line(marks, personOf(marks))}\n`;
    const { id } = await run((await checked(text, `${marks.text()}.csv`)).id);
    expect((await revertFile(agent, id)).counts).toMatchObject({ reverted: 1, kept: 0 });
    await expectNoMarks(t.current, marks);
    await linkAll(t.current);
    expect(await verifyAuditLog(t.current.deps)).toMatchObject({ findings: [] });
  });

  it('the rows of a pending import are skipped, and its other rows are imported', async () => {
    const marks = new ClientMarks('73');
    const person = personOf(marks);
    const id = await buildClient(t.current, { ...person });
    const nora = other.replaceAll('Nora', 'Nina').replaceAll('nora', 'nina').replace('0142', '0143');
    const waiting = await checked(`${HEAD}\n${line(marks, person)}\n${nora}\n`, 'waiting.csv', {
      duplicates: 'update',
    });
    await remove(id);
    await expectNoMarks(t.current, marks);
    // The agent checks again, or runs it unchanged: another client has changed meanwhile, so the run plans
    // again.
    const someone = await buildClient(t.current);
    successful(await agent.call(updateClient, { params: { id: someone }, body: { company: 'New' } }));
    expect((await run(waiting.id)).counts).toMatchObject({ created: 1, skipped: 1, refused: 0 });
    const [gone, stays] = await rowsOf(waiting.id);
    expect([gone?.outcome, gone?.findings.map(({ message }) => message)]).toEqual([
      'skipped',
      ['The client of this row was permanently deleted'],
    ]);
    expect(stays?.outcome).toBe('created');
  });
});
