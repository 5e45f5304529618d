import { listAuditEvents } from '@ledgerline/contract/audit/endpoints';
import { createCalendarFeed } from '@ledgerline/contract/calendar/endpoints';
import { logCall, updateCall } from '@ledgerline/contract/calls/endpoints';
import { exportClient } from '@ledgerline/contract/client-export/endpoints';
import {
  createClient,
  deleteClient,
  listClientHistory,
  listClients,
  restoreClientValue,
  revealClientField,
  searchClients,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import { deleteDocument, updateDocument, uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { exportLedger, getLedgerIndex, saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import { updateNotificationChoices } from '@ledgerline/contract/notifications/endpoints';
import { searchEverything } from '@ledgerline/contract/search/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { deleteSubmission } from '@ledgerline/contract/submissions/endpoints';
import { createTask, deleteTask, finishTask, updateTask } from '@ledgerline/contract/tasks/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { listToday, snoozeItem } from '@ledgerline/contract/today/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { verifyAuditLog } from '#platform/audit/verify.ts';
import { countUnsent } from '#platform/email/queue.ts';
import { linkAll } from '#testing/audit-log.ts';
import { ClientMarks, expectNoMarks, successful } from '#testing/client-marks.ts';
import { signInAs } from '#testing/factories.ts';
import { uploadInput } from '#testing/files.ts';
import { marksInOutbox } from '#testing/marks.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;
let colleague: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current, { is_owner: true });
  colleague = await signInAs(t.current);
});

const withKey = (key: string) => ({ 'idempotency-key': key });
const auditLogOf = async (client: number) =>
  JSON.stringify((await agent.call(listAuditEvents, { query: { client, limit: 100 } })).body);
const latestAuditRows = async () => {
  await t.current.deps.reads.flush(true);
  return JSON.stringify((await agent.call(listAuditEvents, { query: { limit: 100 } })).body);
};

it('nothing of a permanently deleted client can be read, and the audit log still verifies', async () => {
  const marks = new ClientMarks('66');
  const create = { body: marks.values() as never, headers: withKey('deleted-create') };
  const { id } = successful(await agent.call(createClient, create)).body;
  const params = { id };
  const second = marks.values();
  const save = { params, body: second as never, headers: withKey('deleted-save') };
  successful(await agent.call(updateClient, save));
  const cells = Object.entries(marks.values()).map(([field, value]) => ({ id, field, value }));
  successful(
    await agent.call(saveLedgerCells, { body: { cells } as never, headers: withKey('deleted-paste') }),
  );
  successful(await agent.call(revealClientField, { params, body: { field: 'ssn', reason: marks.text() } }));
  const { body: changes } = await agent.call(listClientHistory, { params, query: { field: 'occupation' } });
  const undone = { id, changeId: changes.data.find(({ can_restore }) => can_restore)?.id ?? 0 };
  successful(await agent.call(restoreClientValue, { params: undone }));

  const task = { title: marks.text(), client_id: id, due_day: '2026-12-01' };
  const keyed = { body: task, headers: withKey('deleted-task') };
  const created = successful(await agent.call(createTask, keyed)).body.id;
  successful(await agent.call(updateTask, { params: { id: created }, body: { title: marks.text() } }));
  successful(await agent.call(finishTask, { params: { id: created } }));
  const dropped = successful(await agent.call(createTask, { body: { ...task, title: marks.text() } }));
  successful(await agent.call(deleteTask, { params: { id: dropped.body.id } }));
  const choices = [{ kind: 'task_handed' as const, in_app: true, mail: 'at_once' as const }];
  successful(await colleague.call(updateNotificationChoices, { body: { choices } }));
  const reassigned = { ...task, title: marks.text(), owner_agent_id: colleague.agent.id };
  successful(await agent.call(createTask, { body: reassigned }));
  const call = { kind: 'call' as const, outcome: 'left_message' as const, text: marks.text() };
  const logged = successful(await agent.call(logCall, { params, body: call })).body.id;
  const corrected = { ...call, text: marks.text(), follow_up_on: '2026-11-20' };
  successful(await agent.call(updateCall, { params: { id: logged }, body: corrected }));
  const { body: today } = await agent.call(listToday, { query: {} });
  const follow = today.lines.find(({ client_id, kind }) => client_id === id && kind !== 'task');
  const { kind, id: lineId, due_day } = follow ?? {};
  successful(
    await agent.call(snoozeItem, { body: { kind, id: lineId, due_day, until: '2026-11-27' } as never }),
  );

  const sent = [{ name: `${marks.text()}.pdf`, content: '%PDF-1.4\n%%EOF\n' }];
  const file = uploadInput(sent, { notes: marks.text(), folder: marks.text() });
  const { files } = successful(await agent.call(uploadDocuments, { params: { clientId: id }, ...file })).body;
  for (const one of files) {
    const renamed = { file_name: `${marks.text()}.pdf`, notes: marks.text() };
    const { document } = successful(
      await agent.call(updateDocument, { params: { id: one.id }, body: renamed }),
    ).body;
    for (const address of [one.file_url, document.file_url]) {
      const fetched = await t.current.app.inject({ url: new URL(address).pathname });
      expect(fetched.statusCode).toBe(200);
    }
    expect(await latestAuditRows()).toContain(renamed.file_name);
    successful(await agent.call(deleteDocument, { params: { id: one.id }, body: {} }));
  }
  // The agent can read the file name as long as the client exists, even if the file is gone.
  expect(await latestAuditRows()).toContain(sent[0]?.name);

  const link = successful(
    await agent.call(createClientLink, { body: { formId: 'personal-info', clientId: id } }),
  );
  const { sessionFormId } = link.body.data;
  successful(
    await agent.call(emailLink, { body: { session_form_id: sessionFormId, message: marks.text() } }),
  );
  await expect.poll(() => countUnsent(t.current.deps.database), { timeout: 20_000 }).toBe(0);
  expect(await marksInOutbox(t.current, marks.all)).not.toEqual([]);
  successful(await agent.call(deleteSubmission, { params: { id: sessionFormId }, body: {} }));
  successful(await agent.call(createCalendarFeed));

  const q = String(second.client_last_name);
  for (const search of [
    await agent.call(listClients, { query: { q } }),
    await agent.call(searchClients, { query: { last_name: q } }),
    await agent.call(searchEverything, { query: { q } }),
    await agent.call(getLedgerIndex, { query: { q } }),
    await agent.call(exportLedger, { body: { q, columns: ['client_last_name'] } }),
    await agent.call(exportClient, { params, body: { secrets: 'clear' } }),
  ]) {
    expect(search.status).toBe(200);
  }

  // While the client exists, everything reads as before.
  const history = await agent.call(listClientHistory, { params, query: { field: 'client_first_name' } });
  expect(JSON.stringify(history.body)).toContain(String(second.client_first_name));
  const found = await agent.call(listClientTimeline, {
    params,
    query: { q: String(second.occupation).slice(2) },
  });
  expect(JSON.stringify(found.body.lines)).toContain(String(second.occupation));
  expect(await auditLogOf(id)).toContain(task.title);
  await t.current.deps.reads.flush(true);

  successful(await agent.call(deleteClient, { params }));
  await expectNoMarks(t.current, marks);
  expect(await auditLogOf(id)).toContain('destroyed with the client');
  for (const again of [await agent.call(createClient, create), await agent.call(createTask, keyed)]) {
    expect([again.status, again.error.code, again.error.message]).toEqual([
      404,
      'not_found',
      'This client was deleted.',
    ]);
  }
  await linkAll(t.current);
  expect(await verifyAuditLog(t.current.deps)).toMatchObject({ findings: [] });
});
