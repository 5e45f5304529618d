import { listAuditEvents } from '@ledgerline/contract/audit/endpoints';
import {
  createClient,
  getClient,
  listClientHistory,
  restoreClientValue,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type CatalogField, ENCRYPTED_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import { getLedgerRows, saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { submitSecureForm } from '@ledgerline/contract/public-forms/endpoints';
import { applyAnswers } from '@ledgerline/contract/submissions/differences/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { comparedAnswers } from '#testing/compared-answers.ts';
import { signInAs } from '#testing/factories.ts';
import { identifierFrom } from '#testing/identifiers.ts';
import { importFile, revertFile } from '#testing/imports.ts';
import { marksInBackup, marksInTables } from '#testing/marks.ts';
import { sentLink, submitBody } from '#testing/sent-link.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Caller;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current, { is_owner: true });
});

let serial = 0;
const marks: string[] = [];

/** A value that is easy to find wherever it is stored unencrypted. */
function marked(field: CatalogField): FieldValue {
  const n = ++serial;
  const digits = `77${String(n).padStart(4, '0')}88`;
  if (field.kind === 'money') {
    marks.push(digits);
    return Number(digits);
  }
  const text = field.isNumber ? identifierFrom(field.identifier, digits) : `Qz${digits}`;
  marks.push(text);
  return text;
}

const values = (fields = ENCRYPTED_FIELDS): Record<string, FieldValue> =>
  Object.fromEntries(fields.map((field) => [field.name, marked(field)]));
const withKey = () => ({ 'idempotency-key': `marks-${++serial}` });
const columns = ENCRYPTED_FIELDS.map(({ label }) => label).join(',');
const row = (named: Record<string, FieldValue>) => Object.values(named).join(',');

describe('encrypted client data', () => {
  it('is nowhere stored in plain text, whatever wrote it, and reads as before', async () => {
    const first = values();
    const created = await agent.call(createClient, {
      body: { client_last_name: 'Marks', primary_email: 'marks@clear.test', ...first } as never,
      headers: withKey(),
    });
    const { id } = created.body;
    expect(created.body.data).toMatchObject(first);

    // The client page, a cell of the ledger, a paste with several cells and a new row, and undo.
    const second = values();
    const saved = await agent.call(updateClient, {
      params: { id },
      body: second as never,
      headers: withKey(),
    });
    expect(saved.body.data).toMatchObject(second);
    const cells = Object.entries(values()).map(([field, value]) => ({
      id,
      field,
      value,
      was: second[field],
    }));
    const pasted = await agent.call(saveLedgerCells, {
      body: { cells, create: [{ row: 'a', values: values() }] } as never,
      headers: withKey(),
    });
    expect(pasted.status).toBe(200);
    const undone = await agent.call(saveLedgerCells, {
      body: { restore: ENCRYPTED_FIELDS.map(({ name }) => ({ id, field: name })) } as never,
      headers: withKey(),
    });
    expect(undone.status).toBe(200);
    expect((await agent.call(getClient, { params: { id } })).body.data).toMatchObject(second);
    const sheet = await agent.call(getLedgerRows, { query: { ids: String(id) } });
    expect(sheet.body.rows[0]).toEqual(expect.arrayContaining(Object.values(second)));

    // An import that changes one client and creates another, and its revert.
    const file = `last,email,${columns}\nMarks,marks@clear.test,${row(values())}\nFresh,fresh@clear.test,${row(values())}`;
    const imported = await importFile(agent, file, { duplicates: 'update' });
    expect(imported.counts).toMatchObject({ created: 1, updated: 1 });
    expect((await revertFile(agent, imported.id)).counts).toMatchObject({ reverted: 2, kept: 0 });
    expect((await agent.call(getClient, { params: { id } })).body.data).toMatchObject(second);

    // The history shows all of it, and restores a value.
    const { body: history } = await agent.call(listClientHistory, {
      params: { id },
      query: { field: 'agi' },
    });
    const changed = history.data.find(({ from, to }) => from === first.agi && to === second.agi);
    expect(changed?.can_restore).toBe(true);
    const params = { id, changeId: changed?.id ?? 0 };
    const restored = await agent.call(restoreClientValue, { params, headers: withKey() });
    expect(restored.body.data.agi).toBe(first.agi);
    const { body: timeline } = await agent.call(listClientTimeline, { params: { id }, query: {} });
    expect(JSON.stringify(timeline)).toContain(String(first.business_ein));
    const { body: auditLog } = await agent.call(listAuditEvents, { query: { client: id, limit: 100 } });
    expect(JSON.stringify(auditLog)).toContain(String(first.agi));

    expect(await marksInTables(t.current, marks)).toEqual([]);
    expect(await marksInBackup(t.current, marks)).toEqual([]);
  });

  it('is not stored in plain text when applied from a form', async () => {
    const sent = await sentLink(t.current, { client_last_name: 'Marks', name_of_pcp: 'Dr. Before' });
    const mark = 'Dr. Qz99887766';
    const body = submitBody();
    const medicalHistory = { ...body.form_data.medicalHistory, primaryPhysician: mark };
    const filled = { ...body, form_data: { ...body.form_data, medicalHistory } };
    expect((await sent.visitor.call(submitSecureForm, { body: filled as never })).status).toBe(200);
    marks.push(mark, 'Dr. Before');
    const applied = await sent.agent.call(applyAnswers, {
      params: { id: sent.sessionFormId },
      body: { ...(await comparedAnswers(sent.agent, sent)), fields: ['name_of_pcp'] },
    });
    expect(applied.body.taken).toEqual(['name_of_pcp']);
    expect(await marksInTables(t.current, marks)).toEqual([]);
  });
});
