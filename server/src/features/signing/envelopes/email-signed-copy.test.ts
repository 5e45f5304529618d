import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { deleteDocument, listClientDocuments } from '@ledgerline/contract/documents/endpoints';
import { listClientEmails } from '@ledgerline/contract/link-emails/endpoints';
import { getSignedCopy, startSigning, validateLink } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { createSession } from '@ledgerline/contract/sessions/endpoints';
import {
  declineSigning,
  openSigning,
  type Signing,
  submitSigning,
} from '@ledgerline/contract/signing/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates, updateTemplate } from '@ledgerline/contract/templates/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { submissionToSign } from '#features/forms/submissions/signatures/record-signatures.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import { fetchDocument } from './record-state.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });
beforeAll(() => t.current.startJobs());

const SIGNATURE = `data:image/png;base64,${signaturePng().toString('base64')}`;

const answersTo = ({ fields }: Signing) =>
  Object.fromEntries(
    fields
      .filter(({ is_mine, kind }) => is_mine && kind !== 'signature')
      .map(({ name, kind, value }) => [
        name,
        value || (kind === 'checkbox' ? false : kind === 'list' ? '' : 'Ana Prueba'),
      ]),
  );

/** A form that only the client signs, with the link that was sent to them. */
async function sentForm(client: Record<string, string>, passcode?: string) {
  const agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  await agent.call(syncTemplates);
  const { body } = await agent.call(listTemplates);
  const form = body.forms.find(({ form_name_agent }) => form_name_agent === 'HIPAA Authorization');
  if (!form) throw new Error('no template that only the client signs');
  await agent.call(updateTemplate, {
    params: { id: form.id },
    body: { form_name_client: 'Permission', form_name_client_es: 'Permiso' },
  });
  const clientId = await buildClient(t.current, client);
  const session = passcode
    ? await agent.call(createSession, { body: { client_id: clientId, session_type: 'Medicare', passcode } })
    : null;
  const target = session ? { session_id: session.body.id } : { client_id: clientId };
  const added = await agent.call(createSubmission, { body: { ...target, form_id: form.id } });
  const sessionFormId = added.body.id;
  const link = await agent.call(createClientLink, { body: { formId: form.id, clientId, sessionFormId } });
  return { agent, clientId, sessionFormId, visitor: t.current.withToken(link.body.data.token) };
}

async function signerOf({ visitor }: Awaited<ReturnType<typeof sentForm>>) {
  const { body } = await visitor.call(startSigning);
  const ticket = new URL(body.signing_url ?? '', 'http://localhost').pathname.split('/').at(-1) ?? '';
  return t.current.withToken(ticket);
}

async function signedForm(client: Record<string, string>, passcode?: string) {
  const sent = await sentForm(client, passcode);
  const signer = await signerOf(sent);
  const { data } = (await signer.call(openSigning)).body;
  const signed = await signer.call(submitSigning, {
    body: {
      consent: true,
      language: 'es',
      signature: { method: 'drawn', name: 'Ana Prueba', image: SIGNATURE },
      values: answersTo(data),
    },
  });
  expect([signed.error.message, signed.body.state]).toEqual([undefined, 'completed']);
  return { ...sent, titles: data.titles };
}

describe('the copy of a signed document', () => {
  it('is available immediately to the holder of the link, and emailed once in the client’s language', async () => {
    const form = await signedForm({ primary_email: 'ana@example.test', pref_lang: 'Spanish' });
    expect(form.titles).toMatchObject({ en: 'Permission', es: 'Permiso', pt: 'Permission' });
    const copy = (await form.visitor.call(getSignedCopy)).body.document;
    expect((await form.visitor.call(getSignedCopy)).body.missing).toBeNull();
    expect(copy?.file_name).toMatch(/\.pdf$/);
    const file = await t.current.app.inject({ url: copy?.url ?? '' });
    expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');

    const ctx = t.current.systemContext();
    await fetchDocument(ctx, await submissionToSign(ctx.db, String(form.sessionFormId)));
    const log = (await form.agent.call(listClientEmails, { params: { id: form.clientId } })).body.data;
    expect(log).toMatchObject([
      {
        kind: 'signed_copy',
        about: 'HIPAA Authorization · Permission',
        to_address: 'ana@example.test',
        language: 'es',
        subject: 'Ledgerline: Permiso',
        session_form_id: form.sessionFormId,
      },
    ]);
  });

  it('requires no passcode from a client who signed through the link of the form alone', async () => {
    const form = await signedForm({ primary_email: 'eva@example.test' }, '2468');
    const { outboxDir } = dataPaths(t.current.config.dataDir);
    const emails = async () => {
      const names = await readdir(outboxDir).catch(() => []);
      const texts = await Promise.all(names.map((name) => readFile(path.join(outboxDir, name), 'utf8')));
      return texts.filter((text) => text.includes('eva@example.test'));
    };
    await expect.poll(async () => (await emails()).length, { timeout: 60_000 }).toBe(1);
    const text = ((await emails())[0] ?? '').replaceAll(/=\r?\n/g, '');
    const [, token = ''] = /https:\/\/portal\.example\/\S*\/([\w.-]+)/.exec(text) ?? [];
    expect((await t.current.call(validateLink, { body: { token } })).body.state).not.toBe('passcode');
    const copy = await t.current.withToken(token).call(getSignedCopy);
    expect([copy.status, copy.body.document?.file_name]).toEqual([200, expect.stringMatching(/\.pdf$/)]);
    const links = await t.current.deps.database.query(
      'select session_id from secure_links where session_form_id = $1',
      [form.sessionFormId],
    );
    expect(links).toEqual([{ session_id: null }]);
  });

  it('is not emailed to a client without an address', async () => {
    const form = await signedForm({});
    const log = await form.agent.call(listClientEmails, { params: { id: form.clientId } });
    expect(log.body.data).toEqual([]);
  });

  it('does not exist before the last signature, for an unauthenticated visitor, or behind an expired link', async () => {
    const { visitor } = await sentForm({});
    expect((await visitor.call(getSignedCopy)).body).toMatchObject({ document: null, missing: 'waiting' });
    expect((await t.current.call(getSignedCopy)).status).toBe(401);
    const form = await signedForm({});
    t.current.clock.advance(400 * 24 * 3_600_000);
    expect((await form.visitor.call(getSignedCopy)).status).toBe(403);
  });

  it('does not exist once an owner has deleted it, or for a form that was declined', async () => {
    const form = await signedForm({});
    const listed = await form.agent.call(listClientDocuments, { params: { id: form.clientId } });
    const { id, file_name } = listed.body.documents.find(({ is_sealed }) => is_sealed) ?? {
      id: 0,
      file_name: '',
    };
    const body = { confirm_title: file_name };
    expect((await form.agent.call(deleteDocument, { params: { id }, body })).status).toBe(200);
    const none = { document: null, missing: 'none' };
    expect((await form.visitor.call(getSignedCopy)).body).toMatchObject(none);
    const sent = await sentForm({});
    expect((await (await signerOf(sent)).call(declineSigning, { body: {} })).status).toBe(200);
    expect((await sent.visitor.call(getSignedCopy)).body).toMatchObject(none);
  });
});
