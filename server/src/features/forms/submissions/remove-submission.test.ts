import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { getRelatedData, listClientHistory } from '@ledgerline/contract/clients/endpoints';
import {
  deleteDocument,
  listClientDocuments,
  updateDocument,
} from '@ledgerline/contract/documents/endpoints';
import { deleteSession } from '@ledgerline/contract/sessions/endpoints';
import {
  deleteSubmission,
  getSubmission,
  removeSubmissionDocument,
  unlinkSubmissionFromClient,
  updateSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import { describe, expect, it } from 'vitest';
import { buildClient, buildDocument, buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const TITLE = 'Scope of Appointment';

/** An agreement that both signers signed, with its finished PDF. */
async function agreement(values: Parameters<typeof buildSubmission>[1] = {}) {
  const client_id = await buildClient(t.current);
  const form = await buildSubmission(t.current, {
    client_id,
    title: TITLE,
    type: 'DocuSign',
    status: 'completed',
    envelope_id: `done-${client_id}`,
    is_completed: true,
    has_client_signature: true,
    ...values,
  });
  const owned = form.client_id;
  const pdf = await buildDocument(t.current, { session_form_id: form.id, client_id: owned, signed: true });
  await t.current.deps.database.query('update session_forms set signed_document_id = $2 where id = $1', [
    form.id,
    String(pdf.id),
  ]);
  return { client_id, form, pdf, params: { id: form.id } };
}

const people = async () => ({
  agent: await signInAs(t.current, { is_developer: true, has_all_staff_access: true }),
  owner: await signInAs(t.current, { is_owner: true, first_name: 'Olga', last_name: 'Owner' }),
});

describe('deleting a form that is completed or signed', () => {
  it('is rejected for an agent who is not an owner, whatever they type', async () => {
    const { agent } = await people();
    const { params } = await agreement();
    const { status, error } = await agent.call(deleteSubmission, { params, body: { confirm_title: TITLE } });
    expect([status, error.code, error.message]).toEqual([
      403,
      'not_allowed',
      'This form is completed or signed. Only an owner can delete it.',
    ]);
    expect((await agent.call(getSubmission, { params })).status).toBe(200);
  });

  it.each([
    ['nothing', {}],
    ['another title', { confirm_title: 'Scope' }],
  ])('is rejected for an owner who typed %s', async (_, body) => {
    const { owner } = await people();
    const { params } = await agreement();
    const { status, error } = await owner.call(deleteSubmission, { params, body });
    expect([status, error.code]).toEqual([409, 'confirmation_needed']);
    expect(error.message).toContain(TITLE);
    expect((await owner.call(getSubmission, { params })).status).toBe(200);
  });

  it('leaves the finished PDF with the client, and the audit log names who did it', async () => {
    const { owner } = await people();
    const { params, client_id, pdf } = await agreement();
    const confirm_title = `  Scope of   Appointment `;
    expect((await owner.call(deleteSubmission, { params, body: { confirm_title } })).status).toBe(200);
    expect((await owner.call(getSubmission, { params })).status).toBe(404);
    const { body } = await owner.call(listClientDocuments, { params: { id: client_id } });
    expect(body.documents).toMatchObject([{ id: pdf.id, is_sealed: true, session_form_id: null }]);
    expect(await t.current.deps.storage.size(pdf.storage_key)).toBeGreaterThan(0);
    const history = await owner.call(listClientHistory, { params: { id: client_id } });
    expect(history.body.data[0]).toMatchObject({
      action: 'form_deleted',
      actor: 'Olga Owner',
      from: TITLE,
      can_restore: false,
    });
  });

  it.each([
    ['one signer signed before it was voided', { status: 'voided', is_voided: true, is_completed: false }],
    ['one signer signed before the other declined', { status: 'declined', is_completed: false }],
    ['a web form was submitted', { type: 'Web Form', envelope_id: null, has_client_signature: false }],
  ])('requires the same where %s', async (_, values) => {
    const { agent, owner } = await people();
    const { params } = await agreement(values);
    expect((await agent.call(deleteSubmission, { params })).status).toBe(403);
    expect((await owner.call(deleteSubmission, { params })).status).toBe(409);
  });

  it('waits until the signed PDF is stored', async () => {
    const { owner } = await people();
    const client_id = await buildClient(t.current);
    const { id } = await buildSubmission(t.current, {
      client_id,
      title: TITLE,
      status: 'completed',
      envelope_id: 'just-done',
      is_completed: true,
    });
    const { error } = await owner.call(deleteSubmission, {
      params: { id },
      body: { confirm_title: TITLE },
    });
    expect(error.message).toBe('The signed PDF of this form is not stored yet. Try again in a minute.');
  });

  it('preserves the PDF when the form is unlinked first', async () => {
    const { agent, owner } = await people();
    const { params, client_id, pdf } = await agreement();
    expect((await agent.call(unlinkSubmissionFromClient, { params })).status).toBe(200);
    const rejected = await owner.call(deleteSubmission, { params, body: { confirm_title: TITLE } });
    expect([rejected.status, rejected.error.message]).toEqual([
      409,
      'This form has a signed PDF and no client. Link it to its client first; the PDF stays with the client.',
    ]);
    await agent.call(updateSubmission, { params, body: { client_id } });
    expect((await owner.call(deleteSubmission, { params, body: { confirm_title: TITLE } })).status).toBe(200);
    const { body } = await owner.call(getRelatedData, { params: { id: client_id } });
    expect(body.data).toMatchObject({ forms: 0, documents: 1, hasRelated: true });
    expect(await t.current.deps.storage.size(pdf.storage_key)).toBeGreaterThan(0);
  });

  it('does not happen with a session: all its forms stay', async () => {
    const { owner } = await people();
    const session = await buildSession(t.current);
    const open = await buildSubmission(t.current, { session });
    const { params } = await agreement({ session_id: session.id, client_id: session.client_id });
    const body = { deleteForms: true };
    const { status, error } = await owner.call(deleteSession, { params: { id: session.id }, body });
    expect([status, error.code]).toEqual([409, 'wrong_state']);
    expect(error.message).toContain('Delete the session without its forms');
    for (const { id } of [open, params]) {
      expect((await owner.call(getSubmission, { params: { id } })).status).toBe(200);
    }
    expect((await owner.call(deleteSession, { params: { id: session.id }, body: {} })).status).toBe(200);
    expect((await owner.call(getSubmission, { params })).body.data.client_id).toBe(session.client_id);
  });
});

describe('the finished PDF of a form', () => {
  it('can only be deleted by an owner, after typing its name', async () => {
    const { agent, owner } = await people();
    const { pdf, client_id } = await agreement();
    const params = { id: pdf.id };
    const named = { confirm_title: pdf.file_name };
    expect((await agent.call(deleteDocument, { params, body: named })).status).toBe(403);
    const prompted = await owner.call(deleteDocument, { params });
    expect([prompted.status, prompted.error.code]).toEqual([409, 'confirmation_needed']);
    expect((await owner.call(deleteDocument, { params, body: named })).status).toBe(200);
    const { body } = await owner.call(listClientDocuments, { params: { id: client_id } });
    expect(body.documents).toEqual([]);
  });

  it('cannot be changed to an ordinary file first', async () => {
    const { agent } = await people();
    const { pdf, params } = await agreement();
    const unmarked = await agent.call(updateDocument, { params: { id: pdf.id }, body: { signed: false } });
    expect([unmarked.status, unmarked.error.code]).toEqual([409, 'wrong_state']);
    expect((await agent.call(removeSubmissionDocument, { params })).status).toBe(409);
    expect(await t.current.deps.storage.size(pdf.storage_key)).toBeGreaterThan(0);
  });

  it('is recognized in data of earlier versions, by its form or, once that is deleted, by the audit log', async () => {
    const { owner } = await people();
    const retained = await agreement();
    const orphan = await agreement();
    const other = await buildSubmission(t.current, { client_id: retained.client_id });
    const attached = await buildDocument(t.current, {
      session_form_id: other.id,
      client_id: retained.client_id,
    });
    const body = { confirm_title: TITLE };
    expect((await owner.call(deleteSubmission, { params: orphan.params, body })).status).toBe(200);
    const { database } = t.current.deps;
    await database.query('update documents set is_sealed = false');
    // As the earlier version wrote it: since decision 096 the values are encrypted.
    await database.query(
      `insert into audit_events (at, actor_kind, actor_name, action, entity, entity_id, new_value)
       values (now(), 'system', 'Ledgerline', 'created', 'document', $1, '{"signed": true, "session_form_id": 1}')`,
      [orphan.pdf.id],
    );
    const file = path.resolve(import.meta.dirname, '../../../../migrations/0022_sealed_documents.sql');
    const [, backfill = ''] = (await readFile(file, 'utf8')).split('--> statement-breakpoint');
    await database.query(backfill);
    const ids = [retained.pdf.id, orphan.pdf.id, attached.id];
    const rows = await database.query<{ is_sealed: boolean }>(
      'select is_sealed from documents where id = any($1) order by id',
      [ids],
    );
    expect(rows.map(({ is_sealed }) => is_sealed)).toEqual([true, true, false]);
  });
});
