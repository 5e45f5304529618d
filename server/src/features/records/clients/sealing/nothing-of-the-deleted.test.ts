import { readdir, readFile } from 'node:fs/promises';
import { listAuditEvents } from '@ledgerline/contract/audit/endpoints';
import { logCall, updateCall } from '@ledgerline/contract/calls/endpoints';
import {
  createClient,
  deleteClient,
  listClientHistory,
  revealClientField,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogueField, CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalogue';
import { deleteDocument, uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { mailLink } from '@ledgerline/contract/mail/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { deleteSubmission } from '@ledgerline/contract/submissions/endpoints';
import { createTask, finishTask, updateTask } from '@ledgerline/contract/tasks/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { verifyTrail } from '#platform/audit/verify.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { countUnsent } from '#platform/mail/queue.ts';
import { sealAll } from '#testing/audit-trail.ts';
import { signInAs } from '#testing/factories.ts';
import { uploadInput } from '#testing/files.ts';
import { identifierFrom } from '#testing/identifiers.ts';
import { marksInBackup, marksInTables } from '#testing/marks.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current, { is_owner: true });
});

let serial = 0;
const marks: string[] = [];

/** A text that is found again wherever it stands in clear. */
function mark(): string {
  const text = `Xq66${String(++serial).padStart(4, '0')}99`;
  marks.push(text);
  return text;
}

function marked(field: CatalogueField): FieldValue | undefined {
  if (['enum', 'agent', 'date', 'percent'].includes(field.kind)) return undefined;
  const digits = `66${String(++serial).padStart(4, '0')}99`;
  if (field.kind === 'money') {
    marks.push(digits);
    return Number(digits);
  }
  if (field.isNumber || field.kind === 'phone') {
    marks.push(digits);
    return identifierFrom(field.identifier, digits);
  }
  if (field.kind === 'email') return `${mark()}@marks.test`;
  return field.kind === 'url' ? `https://${mark().toLowerCase()}.test` : mark();
}

const values = (): Record<string, FieldValue> =>
  Object.fromEntries(
    CLIENT_FIELDS.flatMap((field: CatalogueField) => {
      const value = marked(field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
const withKey = (key: string) => ({ 'idempotency-key': key });
const done = <Answer extends { status: number; error: unknown }>(answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.error));
  return answer;
};
const outbox = async () => {
  const folder = dataPaths(t.current.config.dataDir).outboxDir;
  const files = await readdir(folder).catch(() => []);
  return Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')));
};

it('of a client who was deleted for good nothing can be read any more, and the audit log still verifies', async () => {
  const create = { body: values() as never, headers: withKey('deleted-create') };
  const { id } = done(await agent.call(createClient, create)).body;
  const second = values();
  done(
    await agent.call(updateClient, {
      params: { id },
      body: second as never,
      headers: withKey('deleted-save'),
    }),
  );
  const cells = Object.entries(values()).map(([field, value]) => ({ id, field, value }));
  done(await agent.call(saveLedgerCells, { body: { cells } as never, headers: withKey('deleted-paste') }));
  done(await agent.call(revealClientField, { params: { id }, body: { field: 'ssn', reason: mark() } }));

  const task = { title: mark(), client_id: id, due_day: '2026-12-01' };
  const made = done(await agent.call(createTask, { body: task, headers: withKey('deleted-task') })).body.id;
  done(await agent.call(updateTask, { params: { id: made }, body: { title: mark() } }));
  done(await agent.call(finishTask, { params: { id: made } }));
  done(await agent.call(createTask, { body: { ...task, title: mark() } }));
  const call = { kind: 'call' as const, outcome: 'left_message' as const, text: mark() };
  const logged = done(await agent.call(logCall, { params: { id }, body: call })).body.id;
  done(await agent.call(updateCall, { params: { id: logged }, body: { ...call, text: mark() } }));

  const file = uploadInput([{ name: `${mark()}.pdf`, content: '%PDF-1.4\n%%EOF\n' }], { notes: mark() });
  const { files } = done(await agent.call(uploadDocuments, { params: { clientId: id }, ...file })).body;
  for (const one of files) done(await agent.call(deleteDocument, { params: { id: one.id }, body: {} }));

  const link = done(await agent.call(createClientLink, { body: { formId: 'personal-info', clientId: id } }));
  const { sessionFormId } = link.body.data;
  done(await agent.call(mailLink, { body: { session_form_id: sessionFormId, message: mark() } }));
  await expect.poll(() => countUnsent(t.current.deps.database), { timeout: 20_000 }).toBe(0);
  expect((await outbox()).join('\n')).toContain('marks.test');
  done(await agent.call(deleteSubmission, { params: { id: sessionFormId }, body: {} }));

  // While the client is there, everything is read as before.
  const { body: history } = await agent.call(listClientHistory, {
    params: { id },
    query: { field: 'client_first_name' },
  });
  expect(JSON.stringify(history)).toContain(String(second.client_first_name));
  const found = await agent.call(listClientTimeline, {
    params: { id },
    query: { q: String(second.occupation).slice(2) },
  });
  expect(JSON.stringify(found.body.lines)).toContain(String(second.occupation));
  const trail = () => agent.call(listAuditEvents, { query: { client: id, limit: 100 } });
  expect(JSON.stringify((await trail()).body)).toContain(task.title);

  done(await agent.call(deleteClient, { params: { id } }));
  const tables = await marksInTables(t.current, marks);
  expect(tables).toEqual([]);
  expect(await marksInBackup(t.current, marks)).toEqual([]);
  expect((await outbox()).filter((text) => text.includes('marks.test'))).toEqual([]);
  expect(JSON.stringify((await trail()).body)).toContain('destroyed with the client');
  for (const again of [
    await agent.call(createClient, create),
    await agent.call(createTask, { body: task, headers: withKey('deleted-task') }),
  ]) {
    expect([again.status, again.error.code, again.error.message]).toEqual([
      404,
      'not_found',
      'This client was deleted.',
    ]);
  }
  await sealAll(t.current);
  expect(await verifyTrail(t.current.deps)).toMatchObject({ findings: [] });
});
