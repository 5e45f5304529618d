import { listClientDocuments } from '@ledgerline/contract/documents/endpoints';
import { ERRORS } from '@ledgerline/contract/errors';
import { listNotifications } from '@ledgerline/contract/notifications/endpoints';
import { startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { openSigning, submitSigning, uploadToLibrary } from '@ledgerline/contract/signing/endpoints';
import { createSubmission, getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { expect, it } from 'vitest';
import { WORKERS_BUSY } from '#platform/pdf/workers.ts';
import { EsignError } from '#platform/ports/esign.ts';
import { sha256 } from '#providers/esign/builtin/template-limits.ts';
import { signedBefore } from '#providers/esign/builtin/testing/odd-pdfs.ts';
import { signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { formPdf } from '#providers/esign/builtin/testing/wild-pdfs.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { uploadInput } from '#testing/files.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const DRAWN = {
  method: 'drawn' as const,
  name: 'Ana Prueba',
  image: `data:image/png;base64,${signaturePng().toString('base64')}`,
};
const lastPart = (address: string | null) => address?.split('?')[0]?.split('/').at(-1) ?? '';

it('a PDF that was signed before is rejected at upload, naming its signer', async () => {
  const agent = await signInAs(t.current, { is_owner: true });
  const file = { name: 'Signed.pdf', content: await signedBefore(), field: 'file' };
  const { status, error } = await agent.call(uploadToLibrary, uploadInput([file]));
  expect([status, error.message]).toEqual([
    400,
    'Already signed by Ana Before; adding a signature would invalidate it. Print to PDF to sign a copy.',
  ]);
});

it('a document that cannot be processed in time is not signed: its agent reads why immediately, and is notified once', async () => {
  const { agent, signer, ids } = await sent('Slow');
  const { esign } = t.current.deps;
  if (!esign.hasOwnPage) throw new Error('the built-in provider is needed');
  // As when reading the document, or checking the signed copy, exceeds its limits.
  const fails = async () => {
    throw new EsignError('not_processed', 'This PDF takes too long to process.');
  };
  const notificationsOf = async () => {
    const { data } = (await agent.call(listNotifications, { query: {} })).body;
    return data.filter(({ kind, about }) => kind === 'form_not_completed' && about.startsWith('Slow'));
  };
  const body = { consent: true as const, language: 'pt' as const, signature: DRAWN, values: {} };
  try {
    t.current.deps.esign = { ...esign, sign: fails, view: fails };
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const { status, error } = await signer.call(submitSigning, { body });
      expect([status, error.code]).toEqual([503, 'document_not_processed']);
    }
    expect((await signer.call(openSigning)).error.code).toBe('document_not_processed');
    expect((await notificationsOf()).map(({ about }) => about)).toEqual([
      `Slow: ${ERRORS.document_not_processed.message}`,
    ]);
    expect(ERRORS.document_not_processed.message).toContain('takes too long');
  } finally {
    t.current.deps.esign = esign;
  }
  const { status } = await signer.call(submitSigning, { body });
  expect(status).toBe(200);
  const { documents } = (await agent.call(listClientDocuments, { params: { id: ids.clientId } })).body;
  expect(documents).toHaveLength(1);
});

it('a signature that finds no free worker can be retried, and notifies no one', async () => {
  const { agent, signer } = await sent('Busy');
  const { esign } = t.current.deps;
  if (!esign.hasOwnPage) throw new Error('the built-in provider is needed');
  const sign = async () => {
    throw new EsignError('busy', WORKERS_BUSY);
  };
  const body = { consent: true as const, language: 'en' as const, signature: DRAWN, values: {} };
  try {
    t.current.deps.esign = { ...esign, sign };
    const { status, error } = await signer.call(submitSigning, { body });
    expect([status, error.code, error.message]).toEqual([503, 'unavailable', WORKERS_BUSY]);
  } finally {
    t.current.deps.esign = esign;
  }
  expect((await signer.call(submitSigning, { body })).status).toBe(200);
  const { data } = (await agent.call(listNotifications, { query: {} })).body;
  expect(data.filter(({ kind }) => kind === 'form_not_completed')).toEqual([]);
});

it('a document that would lose content is not signed: nothing is stored, and its agent reads why', async () => {
  const { agent, signer, ids } = await sent('Agreement');
  const { id, clientId } = ids;
  const envelopeId = await replaceDocument(id, await signedBefore());

  const answer = await signer.call(submitSigning, {
    body: { consent: true, language: 'es', signature: DRAWN, values: {} },
  });

  expect([answer.status, answer.error.code, answer.error.message]).toEqual([
    409,
    'content_lost',
    ERRORS.content_lost.message,
  ]);
  const [envelope] = await t.current.deps.database.query<Record<string, unknown>>(
    `select e.status, e.sealed_key, s.status as signer, s.signature_image, s.field_values
     from esign_envelopes e join esign_signers s on s.envelope_row = e.id where e.envelope_id = $1`,
    [envelopeId],
  );
  expect(envelope).toEqual({
    status: 'delivered',
    sealed_key: null,
    signer: 'waiting',
    signature_image: null,
    field_values: null,
  });
  const { documents } = (await agent.call(listClientDocuments, { params: { id: clientId } })).body;
  expect(documents).toEqual([]);
  expect((await agent.call(getSubmission, { params: { id } })).body).not.toMatchObject({
    is_completed: true,
  });
  const notifications = (await agent.call(listNotifications, { query: {} })).body.data;
  expect(notifications.map(({ kind, about }) => `${kind}: ${about}`)).toEqual([
    `form_not_completed: Agreement: ${ERRORS.content_lost.message}`,
  ]);
});

/** A form that its client has opened to sign. */
async function sent(name: string) {
  const agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  const file = { name: `${name}.pdf`, content: await formPdf(), field: 'file' };
  await agent.call(uploadToLibrary, uploadInput([file]));
  await agent.call(syncTemplates);
  const { forms } = (await agent.call(listTemplates)).body;
  const formId = forms.find(({ form_name_agent }) => form_name_agent === name)?.id ?? 0;
  const clientId = await buildClient(t.current, { owner_agent_id: agent.agent.id });
  const { id } = (await agent.call(createSubmission, { body: { client_id: clientId, form_id: formId } }))
    .body;
  const link = await agent.call(createClientLink, { body: { formId, clientId, sessionFormId: id } });
  const started = await t.current.withToken(link.body.data.token).call(startSigning);
  const signer = t.current.withToken(lastPart(started.body.signing_url));
  await signer.call(openSigning);
  return { agent, signer, ids: { id, clientId } };
}

/** An envelope from before PDFs were inspected for content that signing would destroy. */
async function replaceDocument(id: number, bytes: Buffer): Promise<string> {
  const { database, storage } = t.current.deps;
  const [row] = await database.query<{ template_key: string; envelope_id: string }>(
    `select template_key, envelope_id from esign_envelopes
     where envelope_id = (select envelope_id from session_forms where id = $1)`,
    [id],
  );
  if (!row) throw new Error('there is no envelope');
  await storage.put(row.template_key, bytes);
  await database.query('update esign_envelopes set template_sha256 = $1 where envelope_id = $2', [
    sha256(bytes),
    row.envelope_id,
  ]);
  return row.envelope_id;
}
