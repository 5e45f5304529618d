import { getClient } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import {
  getSecureForm,
  getSessionPage,
  openSessionForm,
  validateLink,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { isStorableToken } from '@ledgerline/contract/rules';
import { listClientLinks } from '@ledgerline/contract/secure-links/endpoints';
import { deleteSession, generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildSession, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const HOUR_MS = 3_600_000;
const after = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS);

beforeEach(() => t.current.clock.set(TEST_NOW));

/** A session with a web form, its link and the link of the form opened from its page. */
async function opened() {
  const agent = await signInAs(t.current);
  const session = await buildSession(t.current);
  const params = { id: session.id };
  const request = async (body: BodyInput<typeof generateSessionToken> = {}) =>
    (await agent.call(generateSessionToken, { params, body })).body;
  const { body } = await agent.call(createSubmission, {
    body: { session_id: session.id, source_template_id: 'personal-info' },
  });
  const link = await request();
  const openForm = async (token: string) =>
    (await t.current.withToken(token).call(openSessionForm, { params: { id: body.id }, body: {} })).body.url
      .split('/')
      .at(-1) ?? '';
  return { agent, session, params, request, link, formId: body.id, openForm };
}
const pageStatus = async (token: string) =>
  (await t.current.withToken(token).call(getSessionPage, { body: {} })).status;
const formStatus = async (token: string) => (await t.current.withToken(token).call(getSecureForm)).status;
const stateOf = async (token: string) =>
  (await t.current.call(validateSessionLink, { body: { token } })).body.state;

describe("the link of a session's page", () => {
  it('is created on demand, for 168 hours, under /secure', async () => {
    const agent = await signInAs(t.current);
    const session = await buildSession(t.current, { session_type: 'Medicare' });
    const links = async () =>
      (await agent.call(listClientLinks, { params: { clientId: session.client_id } })).body.data;
    expect(await links()).toEqual([]);
    const { body } = await agent.call(generateSessionToken, {
      params: { id: session.id },
      body: { accessType: 'client_access', expirationHours: 168, forceRegenerate: false },
    });
    expect(isStorableToken(body.token)).toBe(true);
    expect(body).toEqual({
      success: true,
      token: body.token,
      expiresAt: after(168).toISOString(),
      url: `http://localhost/secure/${body.token}`,
      expiresSoon: false,
      message: 'Secure link created.',
    });
    expect(await links()).toMatchObject([
      {
        access_type: 'client_access',
        session_id: session.id,
        session_form_id: null,
        title: 'Medicare',
        form_url: body.url,
        secure_access_token: body.token,
        status: 'pending',
      },
    ]);
  });

  it('is reused while it works, even under concurrent requests', async () => {
    const agent = await signInAs(t.current);
    const { id } = await buildSession(t.current);
    const request = () => agent.call(generateSessionToken, { params: { id }, body: {} });
    const answers = await Promise.all([request(), request(), request()]);
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
    t.current.clock.set(after(160));
    const again = await (await signInAs(t.current)).call(generateSessionToken, {
      params: { id },
      body: { expirationHours: 500 },
    });
    expect(again.body).toMatchObject({
      token: answers[0]?.body.token,
      expiresAt: after(168).toISOString(),
      expiresSoon: true,
      message: 'Secure link is valid.',
    });
  });

  it('lasts as long as the global setting when the call names no time', async () => {
    const agent = await signInAs(t.current);
    const { id } = await buildSession(t.current);
    await t.current.deps.database.query(
      'insert into global_settings (default_form_expiration_days) values (3) on conflict (only_row) do update set default_form_expiration_days = 3',
    );
    const { body } = await agent.call(generateSessionToken, { params: { id }, body: {} });
    expect(body.expiresAt).toBe(after(72).toISOString());
    await t.current.deps.database.query('delete from global_settings');
  });

  it('is replaced when it has expired', async () => {
    const { request, link } = await opened();
    t.current.clock.set(after(169));
    expect([await stateOf(link.token), await pageStatus(link.token)]).toEqual(['expired', 403]);
    t.current.clock.set(TEST_NOW);
    await t.current.deps.database.query(
      `update secure_links set access_token_expires_at = $1 where session_form_id is null`,
      [after(-1)],
    );
    const fresh = await request();
    expect(fresh.token).not.toBe(link.token);
    expect(new Date(fresh.expiresAt) > TEST_NOW).toBe(true);
    expect([await stateOf(link.token), await stateOf(fresh.token)]).toEqual(['revoked', 'ready']);
  });

  it('is replaced by force, which revokes the old one with the form links that depend on it', async () => {
    const { request, link, openForm } = await opened();
    const form = await openForm(link.token);
    expect([await pageStatus(link.token), await formStatus(form)]).toEqual([200, 200]);
    const fresh = await request({ forceRegenerate: true });
    expect(fresh.token).not.toBe(link.token);
    expect([await pageStatus(link.token), await formStatus(form)]).toEqual([401, 401]);
    expect(await stateOf(link.token)).toBe('revoked');
    expect((await t.current.call(validateLink, { body: { token: form } })).body.state).toBe('revoked');
    expect([await pageStatus(fresh.token), await formStatus(await openForm(fresh.token))]).toEqual([
      200, 200,
    ]);
  });

  it('is single after concurrent replacements, and each is audited', async () => {
    const { session, request } = await opened();
    const tokens = (await Promise.all([1, 2, 3, 4].map(() => request({ forceRegenerate: true })))).map(
      ({ token }) => token,
    );
    expect(new Set(tokens).size).toBe(4);
    const states = await Promise.all(tokens.map(stateOf));
    expect(states.sort()).toEqual(['ready', 'revoked', 'revoked', 'revoked']);
    const rows = await t.current.deps.database.query(
      `select a.action, count(*) from audit_events a join secure_links l on l.id = a.entity_id
        where a.entity = 'secure_link' and l.session_id = $1 group by 1 order by 1`,
      [session.id],
    );
    expect(rows).toEqual([
      { action: 'created', count: 5 },
      { action: 'revoked', count: 4 },
    ]);
  });

  it('is extended under the same address, with the form links opened from it, and never shortened', async () => {
    const { request, link, openForm } = await opened();
    const form = await openForm(link.token);
    const longer = await request({ extend: true, expirationHours: 720 });
    expect(longer).toMatchObject({
      token: link.token,
      expiresAt: after(720).toISOString(),
      message: 'Secure link extended.',
    });
    t.current.clock.set(after(700));
    expect([await pageStatus(link.token), await formStatus(form)]).toEqual([200, 200]);
    t.current.clock.set(TEST_NOW);
    expect((await request({ extend: true, expirationHours: 24 })).expiresAt).toBe(after(720).toISOString());
  });

  it('works again under the same address when an expired one is extended', async () => {
    const { session, link } = await opened();
    t.current.clock.set(after(200));
    expect(await pageStatus(link.token)).toBe(403);
    const later = await signInAs(t.current);
    const { body } = await later.call(generateSessionToken, {
      params: { id: session.id },
      body: { extend: true, expirationHours: 24 },
    });
    expect(body.token).toBe(link.token);
    expect(await pageStatus(link.token)).toBe(200);
  });

  it('is revoked with its session', async () => {
    const { agent, params, link, openForm } = await opened();
    const form = await openForm(link.token);
    await agent.call(deleteSession, { params, body: {} });
    expect([await pageStatus(link.token), await formStatus(form)]).toEqual([401, 401]);
    expect(await stateOf(link.token)).toBe('revoked');
  });

  it('reveals the client only where no passcode is required', async () => {
    const agent = await signInAs(t.current);
    for (const [passcode_hash, status] of [
      [null, 200],
      ['$argon2id$any', 403],
    ] as const) {
      const session = await buildSession(t.current, { passcode_hash });
      const { body } = await agent.call(generateSessionToken, { params: { id: session.id }, body: {} });
      const visitor = t.current.withToken(body.token);
      expect((await visitor.call(getClient, { params: { id: session.client_id } })).status).toBe(status);
    }
  });

  it.each([{ expirationHours: 0 }, { expirationHours: 721 }, { expirationHours: 1.5 }, { accessType: 'x' }])(
    'rejects %j',
    async (body) => {
      const agent = await signInAs(t.current);
      const { id } = await buildSession(t.current);
      const answer = await agent.call(generateSessionToken, { params: { id }, body: body as never });
      expect(answer.status).toBe(400);
    },
  );
});
