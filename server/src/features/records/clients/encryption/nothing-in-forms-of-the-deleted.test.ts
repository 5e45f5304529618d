import { listAuditEvents } from '@ledgerline/contract/audit/endpoints';
import { deleteClient } from '@ledgerline/contract/clients/endpoints';
import { deleteDocument, listClientDocuments } from '@ledgerline/contract/documents/endpoints';
import {
  createInvoice,
  deleteInvoice,
  generateInvoiceLink,
  updateInvoice,
} from '@ledgerline/contract/invoices/endpoints';
import {
  saveFormProgress,
  startSigning,
  submitPublicForm,
  submitSecureForm,
} from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { createSession, updateSession } from '@ledgerline/contract/sessions/endpoints';
import {
  declineSigning,
  openSigning,
  saveSigningProgress,
  submitSigning,
  voidEnvelope,
} from '@ledgerline/contract/signing/endpoints';
import { applyAnswers } from '@ledgerline/contract/submissions/differences/endpoints';
import {
  deleteSubmission,
  getSubmissionDocument,
  listSubmissions,
  readSubmissionPdf,
  revealSubmissionField,
  updateSubmission,
} from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAuditLog } from '#platform/audit/verify.ts';
import { countUnsent } from '#platform/email/queue.ts';
import { signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { linkAll } from '#testing/audit-log.ts';
import { ClientMarks, expectNoMarks, successful } from '#testing/client-marks.ts';
import { comparedAnswers } from '#testing/compared-answers.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const IMAGE = `data:image/png;base64,${signaturePng().toString('base64')}`;
const lastPart = (address: string | null) => address?.split('?')[0]?.split('/').at(-1) ?? '';
let agent: Caller;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  successful(await agent.call(syncTemplates));
});

async function clientOf(marks: ClientMarks): Promise<number> {
  return buildClient(t.current, {
    client_first_name: marks.text(),
    client_last_name: marks.text(),
    primary_email: `${marks.text()}@marks.test`,
  });
}

async function templateId(name: string): Promise<number> {
  let found: number | undefined;
  await expect
    .poll(async () => {
      const { body } = await agent.call(listTemplates);
      found = body.forms.find((form) => form.form_name_agent === name)?.id;
      return found;
    })
    .toBeDefined();
  return found ?? 0;
}

async function waitForWrites(): Promise<void> {
  await expect.poll(() => countUnsent(t.current.deps.database), { timeout: 20_000 }).toBe(0);
  await t.current.deps.reads.flush(true);
}

const answersOf = (marks: ClientMarks) => {
  const answers = sampleAnswers();
  return {
    ...answers,
    personalInfo: { ...answers.personalInfo, firstName: marks.text(), lastName: marks.text() },
    contactInfo: { primary_phone: '(305) 555-0123', email: `${marks.text()}@marks.test` },
    medicalHistory: { ...answers.medicalHistory, currentMedications: marks.text() },
  };
};

async function removeForm(id: number, confirm_title?: string): Promise<void> {
  const body = confirm_title === undefined ? {} : { confirm_title };
  successful(await agent.call(deleteSubmission, { params: { id }, body }));
}

/** A client's signing ticket for a library form, with the form. */
async function sentForm(clientId: number, name: string) {
  const formId = await templateId(name);
  const link = successful(await agent.call(createClientLink, { body: { formId, clientId } })).body.data;
  const started = successful(await t.current.withToken(link.token).call(startSigning));
  return { id: link.sessionFormId, signer: t.current.withToken(lastPart(started.body.signing_url)) };
}

/** What the signer must enter, with marks in every text. */
async function entries(signer: Caller, marks: ClientMarks): Promise<Record<string, string | boolean>> {
  const { data } = successful(await signer.call(openSigning)).body;
  const requested = data.fields.filter(
    (field) => field.is_mine && !['signature', 'date'].includes(field.kind),
  );
  return Object.fromEntries(
    requested.map(({ name, kind, options }) => [
      name,
      kind === 'checkbox' ? false : kind === 'list' ? (options.at(-1) ?? '') : marks.text(),
    ]),
  );
}

async function deleteForGood(id: number, marks: ClientMarks): Promise<void> {
  await waitForWrites();
  successful(await agent.call(deleteClient, { params: { id } }));
  await expectNoMarks(t.current, marks);
  await linkAll(t.current);
  expect(await verifyAuditLog(t.current.deps)).toMatchObject({ findings: [] });
}

describe('after a client is permanently deleted', () => {
  it('nothing remains of the web forms of links and visitors', async () => {
    const marks = new ClientMarks('81');
    const id = await clientOf(marks);
    const { body: link } = await agent.call(createClientLink, {
      body: { formId: 'personal-info', clientId: id },
    });
    const visitor = t.current.withToken(link.data.token);
    const draft = { step: 1, form_data: answersOf(marks) };
    successful(await visitor.call(saveFormProgress, { body: draft }));
    const filled = { form_data: answersOf(marks), language: 'en' as const };
    successful(await visitor.call(submitSecureForm, { body: filled }));
    const form = { params: { id: link.data.sessionFormId } };
    const reveal = { field: 'personalInfo.ssn', reason: marks.text() };
    successful(await agent.call(revealSubmissionField, { ...form, body: reveal }));
    const seen = await comparedAnswers(agent, { clientId: id, sessionFormId: form.params.id });
    successful(await agent.call(applyAnswers, { ...form, body: { ...seen, fields: ['client_first_name'] } }));
    const title = marks.text();
    successful(await agent.call(updateSubmission, { ...form, body: { title } }));
    successful(await agent.call(readSubmissionPdf, form));
    successful(await agent.call(listSubmissions, { query: { q: title } }));

    // A visitor without a client, later matched to this client.
    const progress_session_id = 'TEMP_deleted000000001';
    const body = { ...filled, form_data: answersOf(marks), progress_session_id };
    successful(
      await t.current.call(submitPublicForm, { params: { formLinkId: 'personal-info' as never }, body }),
    );
    const { body: list } = await agent.call(listSubmissions, { query: {} });
    const found = list.data.find((row) => row.progress_session_id === progress_session_id)?.id ?? 0;
    const own = { params: { id: found } };
    successful(await agent.call(updateSubmission, { ...own, body: { title: marks.text() } }));
    successful(await agent.call(updateSubmission, { ...own, body: { client_id: id } }));
    const second = marks.text();
    successful(await agent.call(updateSubmission, { ...own, body: { title: second } }));

    await removeForm(form.params.id, title);
    await removeForm(found, second);
    for (const one of (await agent.call(listClientDocuments, { params: { id } })).body.documents) {
      const confirmed = { confirm_title: one.file_name };
      successful(await agent.call(deleteDocument, { params: { id: one.id }, body: confirmed }));
    }
    await deleteForGood(id, marks);
  });

  it('nothing remains of documents sent for signature: drafts, declined, void and signed ones', async () => {
    const marks = new ClientMarks('82');
    const id = await clientOf(marks);
    const voided = await sentForm(id, 'HIPAA Authorization');
    const values = await entries(voided.signer, marks);
    successful(await voided.signer.call(saveSigningProgress, { body: { values } }));
    const params = { id: String(voided.id) as never };
    successful(await agent.call(voidEnvelope, { params, body: { reason: marks.text() } }));
    const declined = await sentForm(id, 'HIPAA Authorization');
    successful(await declined.signer.call(declineSigning, { body: { reason: marks.text() } }));
    const signed = await sentForm(id, 'HIPAA Authorization');
    const signature = { method: 'drawn' as const, name: marks.text(), image: IMAGE };
    const given = { ...(await entries(signed.signer, marks)), dob: '01/02/1960' };
    const sign = { consent: true as const, language: 'en' as const, signature, values: given };
    successful(await signed.signer.call(submitSigning, { body: sign }));
    await expect
      .poll(async () => (await agent.call(listClientDocuments, { params: { id } })).body.documents.length, {
        timeout: 20_000,
      })
      .toBe(1);
    const form = { params: { id: signed.id } };
    const { document } = successful(await agent.call(getSubmissionDocument, form)).body;
    const fetched = await t.current.app.inject({ url: new URL(document.signed_url).pathname });
    expect(fetched.statusCode).toBe(200);
    // A signed form blocks deleting the client: an owner has to delete the form and then its document, by
    // their titles.
    expect((await agent.call(deleteClient, { params: { id } })).error.code).toBe('has_related_data');
    for (const form of [voided.id, declined.id]) await removeForm(form);
    await removeForm(signed.id, 'HIPAA Authorization');
    expect((await agent.call(deleteClient, { params: { id } })).error.code).toBe('has_related_data');
    for (const one of (await agent.call(listClientDocuments, { params: { id } })).body.documents) {
      const body = { confirm_title: one.file_name };
      successful(await agent.call(deleteDocument, { params: { id: one.id }, body }));
    }
    await deleteForGood(id, marks);
  });

  it('nothing remains of a draft invoice and its payment page', async () => {
    const marks = new ClientMarks('83');
    const customer_id = await clientOf(marks);
    const line = () => ({ description: marks.text(), quantity: 1, unit_price_cents: 10_000 });
    const created = await agent.call(createInvoice, {
      body: {
        ...{ customer_id, square_account: 'BFS', title: marks.text(), description: marks.text() },
        ...{ full_name: marks.text(), email: `${marks.text()}@marks.test`, phone: '305-555-0199' },
        line_items: [line()],
      },
      headers: { 'idempotency-key': 'deleted-invoice' },
    });
    const params = { id: successful(created).body.id };
    successful(await agent.call(generateInvoiceLink, { params }));
    const changed = { title: marks.text(), description: marks.text(), line_items: [line(), line()] };
    successful(await agent.call(updateInvoice, { params, body: { ...changed, full_name: marks.text() } }));
    const { body: auditLog } = await agent.call(listAuditEvents, { query: { thing: 'invoice', limit: 100 } });
    expect(JSON.stringify(auditLog)).toContain(changed.description);
    // The job that publishes the edited invoice may still run.
    await expect.poll(async () => (await agent.call(deleteInvoice, { params })).status).toBe(200);
    await deleteForGood(customer_id, marks);
  });

  it('nothing remains in the audit log of the notes of a session, which keeps its client', async () => {
    const marks = new ClientMarks('84');
    const id = await clientOf(marks);
    const session = { client_id: id, session_type: marks.text() };
    const created = successful(await agent.call(createSession, { body: session })).body;
    const notes = marks.text();
    successful(await agent.call(updateSession, { params: { id: created.id }, body: { notes } }));
    const { body: auditLog } = await agent.call(listAuditEvents, { query: { client: id, limit: 100 } });
    expect(JSON.stringify(auditLog)).toContain(notes);
    expect((await agent.call(deleteClient, { params: { id } })).error.code).toBe('has_related_data');
    const rows = await t.current.deps.database.query<{ row: string }>(
      'select e::text as row from audit_events e',
    );
    expect(rows.filter(({ row }) => marks.all.some((mark) => row.includes(mark)))).toEqual([]);
  });
});
