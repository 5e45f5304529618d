import { emailLink } from '@ledgerline/contract/link-emails/endpoints';
import { pauseReminders, sendReminder } from '@ledgerline/contract/reminders/endpoints';
import { updateGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { openEnvelope, refreshSubmissionStatus } from '@ledgerline/contract/signing/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates, updateTemplate } from '@ledgerline/contract/templates/endpoints';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobHandlers } from '#app';
import { TEMPLATE_SYNC_QUEUE } from '#features/forms/templates/sync/run-sync.ts';
import { ExternalEsign, signWith } from '#testing/external-esign.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf } from '#testing/files.ts';
import { SmtpInbox } from '#testing/smtp-inbox.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';
import { applyEnvelopeEvent } from './apply-event.ts';

const inbox = new SmtpInbox();
const t = useTestApp(async () => ({
  SMTP_URL: `smtp://${(await inbox.start()).host}`,
  PUBLIC_URL: 'https://portal.example',
}));
let provider: ExternalEsign;
let agent: Caller;

// Every queue accepts jobs but runs none: a test runs the emails when it needs them.
beforeAll(async () => {
  const queues = jobHandlers(t.current.deps)
    .filter(({ queue }) => queue !== TEMPLATE_SYNC_QUEUE)
    .map(({ queue }) => ({ queue, work: async () => undefined }));
  await t.current.deps.jobs.start(queues);
  agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
});
afterAll(() => inbox.stop());
beforeEach(async () => {
  provider = new ExternalEsign(t.current.clock, await buildPdf(1));
  const documents = [{ documentId: '1', name: 'agreement.pdf' }];
  const tabs = { checkboxTabs: [], listTabs: [] };
  const addTemplate = (id: string, ...recipients: ('advisor' | 'client')[]) =>
    provider.templates.push({ id, name: `Agreement ${id}`, version: 'v1', tabs, recipients, documents });
  addTemplate('T1', 'advisor', 'client');
  addTemplate('T2', 'client', 'advisor');
  signWith(t.current.deps, provider);
  inbox.received.length = 0;
});

/** A form of a client with an open envelope; T1 is signed by the advisor first, T2 by the client. */
async function opened(client: Record<string, string> = {}, template = 'T1') {
  await agent.call(syncTemplates);
  const { forms } = (await agent.call(listTemplates)).body;
  const form_id = forms.find(({ docusign_template_id }) => docusign_template_id === template)?.id ?? 0;
  await agent.call(updateTemplate, {
    params: { id: form_id },
    body: { form_name_client: 'Agreement', form_name_client_es: 'Contrato' },
  });
  const client_id = await buildClient(t.current, {
    client_first_name: 'Ana',
    primary_email: 'ana@example.test',
    pref_lang: 'Spanish',
    ...client,
  });
  const { id } = (await agent.call(createSubmission, { body: { client_id, form_id } })).body;
  const { envelopeId } = (await agent.call(openEnvelope, { params: { id: String(id) } })).body;
  return { id, client_id, form_id, envelopeId };
}

async function signed(form: Awaited<ReturnType<typeof opened>>, role: 'advisor' | 'client') {
  provider.sign(form.envelopeId, role);
  await agent.call(refreshSubmissionStatus, { params: { id: form.id } });
}

const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);
const turnsOf = (clientId: number) =>
  sql<{ id: number; to_address: string; language: string; subject: string; status: string }>(
    `select id, to_address, language, subject, status from mail_messages
      where client_id = $1 and kind = 'client_turn' order by id`,
    [clientId],
  );

async function deliver(): Promise<void> {
  const queued = await sql<{ id: number }>(
    `select id from mail_messages where status = 'queued' order by id`,
  );
  const handlers = jobHandlers(t.current.deps).filter(({ queue }) => queue === 'mail');
  for (const { id } of queued) for (const handler of handlers) await handler.work({ id });
}

describe('a client whose turn it is to sign', () => {
  it('is emailed once in their language as soon as the advisor has signed, and the timeline shows it', async () => {
    const form = await opened();
    expect(await turnsOf(form.client_id)).toEqual([]);
    provider.sign(form.envelopeId, 'advisor');
    const state = await provider.status(form.envelopeId);
    const event = () =>
      t.current.deps.database.transaction((db) =>
        applyEnvelopeEvent({ ...t.current.systemContext(), db }, state),
      );
    const read = () => agent.call(refreshSubmissionStatus, { params: { id: form.id } });
    await Promise.all([event(), event(), read(), read(), event()]);
    await event();
    await deliver();
    expect(await turnsOf(form.client_id)).toMatchObject([
      {
        to_address: 'ana@example.test',
        language: 'es',
        subject: 'Ledgerline: le toca firmar Contrato',
        status: 'sent',
      },
    ]);
    const text = (inbox.received[0] ?? '').replaceAll(/=\r?\n/g, '');
    expect(inbox.received).toHaveLength(1);
    expect(text).toContain('Hola, Ana:');
    expect(text).toMatch(/https:\/\/portal\.example\/\S+\/l\.\S+/);
    const { body } = await agent.call(listClientTimeline, { params: { id: form.client_id } });
    expect(JSON.stringify(body)).toContain('ana@example.test');
  });

  it('is not emailed where the client signs first', async () => {
    const form = await opened({}, 'T2');
    await signed(form, 'client');
    await signed(form, 'advisor');
    expect(await turnsOf(form.client_id)).toEqual([]);
  });

  it.each<[string, Record<string, string>]>([
    ['without an email address', { primary_email: '' }],
    ['who is inactive', { status: 'inactive' }],
  ])('is not emailed %s', async (_, client) => {
    const form = await opened(client);
    await signed(form, 'advisor');
    expect(await turnsOf(form.client_id)).toEqual([]);
  });

  it('is not emailed while reminders are switched off, unless the template has its own', async () => {
    const switchReminders = (reminders_on: boolean) =>
      agent.call(updateGlobalSettings, { body: { default_form_expiration_days: 7, reminders_on } });
    const setMode = (id: number, reminders_mode: 'default' | 'off' | 'own') =>
      agent.call(updateTemplate, { params: { id }, body: { reminders_mode } });
    const count = async (isOn: boolean, mode: 'default' | 'off' | 'own') => {
      await switchReminders(isOn);
      const form = await opened();
      expect((await setMode(form.form_id, mode)).status).toBe(200);
      await signed(form, 'advisor');
      await setMode(form.form_id, 'default');
      await switchReminders(true);
      return (await turnsOf(form.client_id)).length;
    };
    expect(await count(false, 'default')).toBe(0);
    expect(await count(true, 'off')).toBe(0);
    expect(await count(false, 'own')).toBe(1);
    expect(await count(true, 'default')).toBe(1);
  });

  it('is not emailed while an agent has paused the reminders of the form', async () => {
    const form = await opened();
    await agent.call(emailLink, { body: { session_form_id: form.id } });
    const paused = await agent.call(pauseReminders, { params: { of: 'form', id: form.id } });
    expect(paused.status).toBe(200);
    await signed(form, 'advisor');
    expect(await turnsOf(form.client_id)).toEqual([]);
  });

  it('is not emailed if they have signed before the email could be sent', async () => {
    const form = await opened();
    await signed(form, 'advisor');
    await signed(form, 'client');
    await deliver();
    expect(await turnsOf(form.client_id)).toMatchObject([{ status: 'failed' }]);
  });

  it.each([
    [
      'their link was revoked',
      'update secure_links set revoked_at = now(), client_id = null where client_id = $1',
    ],
    ['they became inactive', `update clients set status = 'inactive' where id = $1`],
    ['the form was unlinked from them', 'update session_forms set client_id = null where client_id = $1'],
  ])('is not emailed if %s before the email could be sent', async (_, change) => {
    const form = await opened();
    await signed(form, 'advisor');
    await sql(change, [form.client_id]);
    await deliver();
    expect(await turnsOf(form.client_id)).toMatchObject([{ status: 'failed' }]);
    expect(inbox.received).toEqual([]);
  });

  it('is still reminded at the address that an agent chose, although their turn was emailed through the same link', async () => {
    const form = await opened();
    await agent.call(emailLink, { body: { session_form_id: form.id, to_address: 'chosen@example.test' } });
    await deliver();
    await signed(form, 'advisor');
    await deliver();
    expect(await turnsOf(form.client_id)).toMatchObject([{ to_address: 'ana@example.test', status: 'sent' }]);
    const params = { of: 'form' as const, id: form.id };
    expect((await agent.call(sendReminder, { params })).status).toBe(201);
    const addresses = await sql(
      `select to_address from mail_messages where client_id = $1 and kind = 'reminder'`,
      [form.client_id],
    );
    expect(addresses).toEqual([{ to_address: 'chosen@example.test' }]);
  });

  it('is not emailed without a mail server', async () => {
    const { email } = t.current.deps;
    Object.assign(t.current.deps, { email: { ...email, name: 'outbox' } });
    try {
      const form = await opened();
      await signed(form, 'advisor');
      expect(await turnsOf(form.client_id)).toEqual([]);
    } finally {
      Object.assign(t.current.deps, { email });
    }
  });
});
