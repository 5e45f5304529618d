import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { emailLink, listClientEmails } from '@ledgerline/contract/link-emails/endpoints';
import { generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import { updateBrand } from '@ledgerline/contract/settings/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { EMAIL_MESSAGES } from '@ledgerline/contract/text/text';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { buildPng } from '#testing/png.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp({ PUBLIC_URL: 'https://portal.example' });

beforeAll(() => t.current.startJobs());

let number = 0;

/** A message with its quoted-printable parts decoded. */
function decoded(message: string): string {
  const bytes = message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

async function outbox(): Promise<string[]> {
  const folder = path.join(t.current.config.dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

/** A client with a personal information form of their own. */
async function formOf(values: Record<string, string>) {
  const agent = await signInAs(t.current, { first_name: 'Olivia' });
  const clientId = await buildClient(t.current, values);
  const { body } = await agent.call(createSubmission, {
    body: { client_id: clientId, source_template_id: 'personal-info' },
  });
  return { agent, clientId, formId: body.id };
}

describe('emailing a link', () => {
  it("is written to the client's address in the client’s language, and logged as not sent without a mail server", async () => {
    const { agent, clientId, formId } = await formOf({
      client_first_name: 'Ana',
      primary_email: 'ana@example.test',
      pref_lang: 'Spanish',
    });
    const { status, body } = await agent.call(emailLink, {
      body: { session_form_id: formId, message: 'Gracias' },
    });
    expect([status, body.message]).toEqual([201, 'Email isn’t connected. Copy the link instead.']);
    expect(body.data).toMatchObject({ kind: 'form_link', language: 'es', session_form_id: formId });

    const log = () => agent.call(listClientEmails, { params: { id: clientId } });
    const notSent = { status: 'failed', error: 'Email isn’t connected.', sent_at: null };
    expect(body.data).toMatchObject(notSent);
    expect((await log()).body.data[0]).toMatchObject(notSent);
    const written = async () => (await outbox()).find((text) => text.includes('To: ana@example.test')) ?? '';
    await expect.poll(written).not.toBe('');
    const email = await written();
    expect((await log()).body.data[0]).toMatchObject(notSent);
    expect(email).toContain('Hola, Ana:');
    expect(email).toContain('Gracias');
    expect(email.replaceAll('=\n', '')).toContain('https://portal.example/forms/personal-info/l.');
  });

  it('lists the forms that are left and about how long they take, but not behind a passcode', async () => {
    const agent = await signInAs(t.current);
    const values = { primary_email: 'inside@example.test', pref_lang: 'Spanish' };
    const client_id = await buildClient(t.current, values);
    const send = async (passcode_hash: string | null) => {
      const session = await buildSession(t.current, { client_id, passcode_hash });
      const common = { client_id, session_id: session.id };
      await agent.call(createSubmission, { body: { ...common, source_template_id: 'personal-info' } });
      await buildSubmission(t.current, {
        ...common,
        title: 'Already done',
        status: 'completed',
        type: 'Web Form',
      });
      const before = new Set(await outbox());
      await agent.call(emailLink, { body: { session_id: session.id } });
      const fresh = async () => (await outbox()).find((text) => !before.has(text)) ?? '';
      await expect.poll(fresh).not.toBe('');
      return decoded(await fresh());
    };
    const open = await send(null);
    expect(open).toMatch(/Incluye:\r?\n- Información personal\r?\n\r?\nLe tomará unos 10 minutos\./);
    expect(open).not.toContain('Already done');
    expect(await send('x')).not.toMatch(/Incluye|minutos|Información personal/);
  });

  it.each([
    ['English', EMAIL_MESSAGES.en.call],
    ['Spanish', EMAIL_MESSAGES.es.call],
    ['Portuguese', EMAIL_MESSAGES.pt.call],
  ])(
    'in %s shows the logo, the color and the phone number, and replies go to the agent',
    async (pref_lang, text) => {
      const to = `${pref_lang.toLowerCase()}@brand.test`;
      const owner = await signInAs(t.current, { is_owner: true });
      const body = { color: '#1d3c78', phone: '(555) 010-0199', logo: buildPng().toString('base64') };
      expect((await owner.call(updateBrand, { body })).status).toBe(200);
      const { agent, formId } = await formOf({ primary_email: to, pref_lang });
      await agent.call(emailLink, { body: { session_form_id: formId } });
      await owner.call(updateBrand, { body: { color: null, phone: null, logo: null } });
      await expect
        .poll(async () => (await outbox()).filter((one) => one.includes(`To: ${to}`)).length)
        .toBe(1);
      const raw = (await outbox()).find((one) => one.includes(`To: ${to}`)) ?? '';
      const [{ email = '' } = {}] = await t.current.deps.database.query<{ email: string }>(
        'select a.email from agents a join mail_messages m on m.created_by = a.id where m.to_address = $1',
        [to],
      );
      expect(raw).toContain(`Reply-To: ${email}`);
      expect(raw).toMatch(/Content-I[Dd]: <logo@ledgerline>/);
      expect(raw).toContain('Content-Disposition: inline');
      const content = Buffer.from(
        raw
          .replaceAll('=\n', '')
          .replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString();
      expect(content).toContain(text.replace('{phone}', '(555) 010-0199'));
      expect(content).toContain('<img src="cid:logo@ledgerline" alt="Ledgerline"');
      expect(content).toContain('background:#1d3c78');
      expect(content).not.toMatch(/<img src="http/);
    },
  );

  it('sends the link of a session', async () => {
    const agent = await signInAs(t.current);
    const client_id = await buildClient(t.current, { primary_email: 'bo@example.test' });
    const session = await buildSession(t.current, { client_id, session_type: 'Annual review' });
    const { body } = await agent.call(emailLink, { body: { session_id: session.id } });
    expect(body.data).toMatchObject({
      kind: 'session_link',
      about: 'Annual review',
      session_id: session.id,
      language: 'en',
    });
    expect(body.data.subject).toBe('Your forms from Ledgerline');
    const ends = async () =>
      (await agent.call(listClientEmails, { params: { id: client_id } })).body.data[0]?.link_ends_at;
    const week = t.current.clock.now().getTime() + 168 * 3_600_000;
    expect(await ends()).toBe(new Date(week).toISOString());
    const params = { id: session.id };
    await agent.call(generateSessionToken, { params, body: { forceRegenerate: true } });
    expect(await ends()).toBe(t.current.clock.now().toISOString());
  });

  it.each([
    ['English', '', 'Your forms from Ledgerline', 'Olivia Agent has prepared your forms.'],
    ['Spanish', '', 'Sus formularios de Ledgerline', 'le ha preparado sus formularios.'],
    ['Portuguese', '', 'Seus formulários de Ledgerline', 'preparou seus formulários.'],
    ['English', 'Home 2027', 'Ledgerline: Home 2027', 'has prepared "Home 2027" for you.'],
  ])(
    'never shows the client the name of a session: %s, %j',
    async (pref_lang, client_title, subject, text) => {
      const agent = await signInAs(t.current, { first_name: 'Olivia', last_name: 'Agent' });
      const to = `s${++number}@example.test`;
      const client_id = await buildClient(t.current, { primary_email: to, pref_lang });
      const session = await buildSession(t.current, {
        client_id,
        client_title,
        session_type: 'Session 1 internal',
      });
      const { body } = await agent.call(emailLink, { body: { session_id: session.id } });
      expect(body.data).toMatchObject({ subject, about: 'Session 1 internal' });
      const written = async () => (await outbox()).find((one) => one.includes(`To: ${to}`)) ?? '';
      await expect.poll(written).not.toBe('');
      const email = decoded(await written());
      expect(email).toContain(text);
      expect(email).not.toContain('Session 1');
    },
  );

  it('is sent once for a repeated call', async () => {
    const { agent, clientId, formId } = await formOf({ primary_email: 'once@example.test' });
    const call = () =>
      agent.call(emailLink, {
        body: { session_form_id: formId },
        headers: { 'idempotency-key': 'mail-once' },
      });
    const [first, second] = [await call(), await call()];
    expect(second.body.data.id).toBe(first.body.data.id);
    expect((await agent.call(listClientEmails, { params: { id: clientId } })).body.data).toHaveLength(1);
  });

  it('requires exactly one address', async () => {
    const { agent, formId } = await formOf({});
    const missing = await agent.call(emailLink, { body: { session_form_id: formId } });
    expect([missing.status, missing.error.message]).toEqual([
      400,
      'The client has no email address. Please enter one.',
    ]);
    const two = { session_form_id: formId, to_address: 'a@example.test, b@example.test' };
    expect((await agent.call(emailLink, { body: two })).status).toBe(400);
  });

  it('is for a form or a session, and requires a client', async () => {
    const { agent, formId } = await formOf({ primary_email: 'x@example.test' });
    expect((await agent.call(emailLink, { body: {} })).status).toBe(400);
    expect((await agent.call(emailLink, { body: { session_form_id: formId, session_id: 1 } })).status).toBe(
      400,
    );
    expect((await agent.call(emailLink, { body: { session_id: 987_654 } })).status).toBe(404);
    const unassigned = await buildSubmission(t.current, { type: 'Web Form', form_link_id: 'personal-info' });
    const rejected = await agent.call(emailLink, { body: { session_form_id: unassigned.id } });
    expect([rejected.status, rejected.error.message]).toEqual([409, 'This form is not linked to a client.']);
  });
});
