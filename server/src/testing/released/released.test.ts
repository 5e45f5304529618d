import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import { getClient, revealClientField } from '@ledgerline/contract/clients/endpoints';
import { getDocument } from '@ledgerline/contract/documents/endpoints';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import {
  getSecureForm,
  getSessionPage,
  openSessionForm,
  startSigning,
  submitSecureForm,
  validateLink,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { getGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import { getSubmission, revealSubmissionField } from '@ledgerline/contract/submissions/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest } from '#platform/backup/manifest.ts';
import { submitBody } from '#testing/sent-link.ts';
import type { ReleasedFacts } from './facts.ts';
import { listReleased, openReleased, savedBackup } from './opened.ts';

const RELEASED = await listReleased();
const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const PACKAGE = path.resolve(import.meta.dirname, '../../../../package.json');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const lastPart = (address: string) => new URL(address, 'http://portal').pathname.split('/').at(-1) ?? '';

/** Every file under a folder; a version without files left none. */
async function digestsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => sha256(await readFile(path.join(parentPath, name)))),
  );
}

it('the version in package.json and the two oldest releases have a stored backup', async () => {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8'));
  const manifests = await Promise.all(RELEASED.map(({ commit }) => readManifest(savedBackup(commit))));
  expect(manifests.map((manifest) => manifest.version)).toContain(version);
  expect(RELEASED.map(({ commit }) => commit)).toEqual(expect.arrayContaining(['356fdd1', '1db245f']));
});

describe.each(RELEASED)('the data of the released version $commit', (facts) => {
  let t: Awaited<ReturnType<typeof openReleased>>;
  beforeAll(async () => {
    t = await openReleased(facts);
  });
  afterAll(() => t.close());

  const asOwner = async () => {
    const [owner] = facts.agents;
    const { body } = await t.call(signIn, { body: owner ?? { username: '', password: '' } });
    return t.withToken(body.token);
  };
  const linkIn = (state: ReleasedFacts['form_links'][number]['state']) => {
    const link = facts.form_links.find((one) => one.state === state);
    if (!link) throw new Error(`no link was left ${state}`);
    return link;
  };

  it('is upgraded by migrations that were not edited since', async () => {
    const names = (await readdir(MIGRATIONS)).filter((name) => name in facts.migrations);
    const read = async (name: string) => [name, sha256(await readFile(path.join(MIGRATIONS, name)))];
    expect(Object.fromEntries(await Promise.all(names.map(read)))).toEqual(facts.migrations);
  });

  it('lets its agents sign in with their passwords', async () => {
    for (const body of facts.agents) {
      expect((await t.call(signIn, { body })).status).toBe(200);
      expect((await t.call(signIn, { body: { ...body, password: 'another one' } })).status).toBe(401);
    }
  });

  it('opens every form link until it expires', async () => {
    const states = new Map([
      ['sent', 'ready'],
      ['begun', 'ready'],
      ['handed in', 'completed'],
      ['expired', 'expired'],
    ]);
    for (const { token, state } of facts.form_links) {
      const { body } = await t.call(validateLink, { body: { token } });
      expect([state, body.state]).toEqual([state, states.get(state)]);
    }
    const rejected = await t.withToken(linkIn('expired').token).call(getSecureForm);
    expect([rejected.status, rejected.error.code]).toEqual([403, 'link_expired']);
    const started = await t.withToken(linkIn('begun').token).call(getSecureForm);
    // The visitor was on the second step, which is the fourth since the first was split.
    const step = '0027_names_and_steps.sql' in facts.migrations ? 1 : 3;
    expect(started.body).toMatchObject({ step, form_data: { personalInfo: { firstName: 'Rosa' } } });
  });

  it('accepts a form through the link it was sent with, in addition to the current public address', async () => {
    const { token, submission_id } = linkIn('sent');
    const agent = await asOwner();
    const submission = await agent.call(getSubmission, { params: { id: submission_id } });
    const clientId = submission.body.data.client_id ?? 0;
    const again = await agent.call(createClientLink, { body: { formId: 'personal-info', clientId } });
    expect(again.body.data.sessionFormId).toBe(submission_id);
    expect((await t.withToken(again.body.data.token).call(getSecureForm)).status).toBe(200);
    expect((await t.withToken(token).call(submitSecureForm, { body: submitBody() })).status).toBe(200);
    expect((await t.call(validateLink, { body: { token } })).body.state).toBe('completed');
  });

  it('shows the secrets of clients and of submitted forms', async () => {
    const agent = await asOwner();
    for (const { client_id: id, field, value } of facts.secrets) {
      t.clock.advance(10_000);
      const { body } = await agent.call(revealClientField, {
        params: { id },
        body: { field: field as never },
      });
      expect(body.value).toBe(value);
      expect((await agent.call(getClient, { params: { id } })).body.data).not.toMatchObject({
        [field]: value,
      });
    }
    for (const { submission_id: id, field, value } of facts.answers) {
      const { body } = await agent.call(revealSubmissionField, { params: { id }, body: { field } });
      expect(body.value).toBe(value);
    }
  });

  it('sends no reminders until an owner enables them, if it had none', async () => {
    const { reminders_on, reminders_of_invoices } = (await (await asOwner()).call(getGlobalSettings)).body
      .data;
    const knew = '0036_reminders.sql' in facts.migrations;
    expect([reminders_on, reminders_of_invoices]).toEqual([knew, knew]);
  });

  it('opens every session link, with its passcode where it has one', async () => {
    for (const { token, passcode, form_id } of facts.session_links) {
      const { body } = await t.call(validateSessionLink, { body: { token } });
      expect(body.state).toBe(passcode ? 'passcode' : 'ready');
      const client = t.withToken(token);
      const input = passcode ? { passcode } : {};
      const page = await client.call(getSessionPage, { body: input });
      expect(page.body.data.forms[0]?.action).toBe(passcode ? 'sign' : 'done');
      if (!passcode) continue;
      expect((await client.call(getSessionPage, { body: {} })).status).toBe(403);
      const opened = await client.call(openSessionForm, { params: { id: form_id }, body: input });
      const form = t.withToken(lastPart(opened.body.url));
      expect((await form.call(startSigning)).status).toBe(403);
      const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
      const signing = await form.call(startSigning, { headers: { cookie } });
      expect(signing.body.state).toBe('ready');
    }
  });

  it('opens every pay page', async () => {
    for (const address of facts.pay_addresses) {
      const { status, body } = await t.call(getPayPage, { params: { token: lastPart(address) } });
      expect([status, body.data.due_cents]).toEqual([200, 26_750]);
    }
  });

  it('returns every file unchanged', async () => {
    const agent = await asOwner();
    const stored = await digestsIn(path.join(savedBackup(facts.commit), 'files'));
    for (const { document_id: id, sha256: digest } of facts.files) {
      const { body } = await agent.call(getDocument, { params: { id } });
      const { pathname, search } = new URL(body.document.file_url, 'http://portal');
      const file = await t.app.inject({ url: pathname + search });
      expect(file.statusCode).toBe(200);
      expect(digest === null ? stored : [digest]).toContain(sha256(file.rawPayload));
    }
  });
});
