import {
  getReauthenticationMethods,
  reauthenticate,
  startPasskeyReauthentication,
} from '@ledgerline/contract/auth/reauthentication/endpoints';
import * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import { listClients } from '@ledgerline/contract/clients/endpoints';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '#testing/authenticator.ts';
import { signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { passwordStep, setUpPasskey } from '#testing/two-factor.ts';

const t = useTestApp();
type Authenticator = ReturnType<typeof createAuthenticator>;

// Agents are notified by email through the queue.
beforeAll(() => t.current.startJobs());
beforeEach(() => t.current.clock.set(TEST_NOW));

async function withPasskey() {
  const agent = await signInAs(t.current);
  return { ...agent, ...(await setUpPasskey(agent)) };
}

const requestChallenge = async (ticket?: string) =>
  (await t.current.call(endpoints.startPasskeySignIn, { body: ticket ? { ticket } : {} })).body.data;

async function signInWith(authenticator: Authenticator, how: { isVerified?: boolean } = {}) {
  const { ticket, question } = await requestChallenge();
  const passkey = { ticket, answer: authenticator.answer(question, how) };
  return t.current.call(endpoints.signInWithPasskey, { body: { passkey } });
}

describe('a passkey', () => {
  it('signs in by itself, and records its last use', async () => {
    const { agent, authenticator } = await withPasskey();
    t.current.clock.advance(3_600_000);
    const { status, body } = await signInWith(authenticator);
    expect([status, body.admin.id]).toEqual([200, agent.id]);
    const caller = t.current.withToken(body.token);
    expect((await caller.call(listClients)).status).toBe(200);
    const [passkey] = (await caller.call(endpoints.getTwoFactorMethods)).body.data.passkeys;
    expect(passkey).toMatchObject({
      name: 'Laptop',
      host: 'localhost',
      last_used_at: t.current.clock.now().toISOString(),
    });
  });

  it("is two-factor authentication after the password, requested from that agent's passkeys", async () => {
    const { agent, authenticator, passkey } = await withPasskey();
    const step = await passwordStep(t.current, agent.username);
    expect(step).toMatchObject({ has_app: false, has_passkey: true });
    const { ticket, question } = await requestChallenge(step.ticket);
    expect([question.rpId, question.allowCredentials.length, passkey.name]).toEqual([
      'localhost',
      1,
      'Laptop',
    ]);
    const response = { ticket, answer: authenticator.answer(question) };
    const verify = () =>
      t.current.call(endpoints.verifyTwoFactor, { body: { ticket: step.ticket, passkey: response } });
    expect((await verify()).status).toBe(200);
    const again = await verify();
    expect([again.status, again.error.details?.fields]).toEqual([
      400,
      [{ path: 'passkey', message: 'This passkey was not accepted.' }],
    ]);
  });

  it('is rejected if it belongs to another agent or answers another challenge', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const step = await passwordStep(t.current, one.agent.username);
    const challenge = await requestChallenge(step.ticket);
    const verify = (ticket: string, answer: ReturnType<Authenticator['answer']>) =>
      t.current.call(endpoints.verifyTwoFactor, {
        body: { ticket: step.ticket, passkey: { ticket, answer } },
      });
    expect((await verify(challenge.ticket, other.authenticator.answer(challenge.question))).status).toBe(400);
    const challengeForAnyAgent = await requestChallenge();
    expect(
      (await verify(challengeForAnyAgent.ticket, one.authenticator.answer(challengeForAnyAgent.question)))
        .status,
    ).toBe(400);
    const later = await requestChallenge(step.ticket);
    expect((await verify(challenge.ticket, one.authenticator.answer(later.question))).status).toBe(400);
  });

  it.each<[string, () => Promise<{ status: number }>]>([
    ['of an unknown agent', () => signInWith(createAuthenticator())],
    [
      'without user verification',
      async () => signInWith((await withPasskey()).authenticator, { isVerified: false }),
    ],
    [
      'with a decreased counter',
      async () => {
        const { authenticator } = await withPasskey();
        await signInWith(authenticator);
        await signInWith(authenticator);
        authenticator.counter = 0;
        return signInWith(authenticator);
      },
    ],
    [
      'after its removal',
      async () => {
        const { authenticator, passkey, call } = await withPasskey();
        await call(endpoints.removePasskey, { params: { id: passkey.id } });
        return signInWith(authenticator);
      },
    ],
    [
      'after five minutes',
      async () => {
        const { authenticator } = await withPasskey();
        const { ticket, question } = await requestChallenge();
        t.current.clock.advance(300_000);
        const passkey = { ticket, answer: authenticator.answer(question) };
        return t.current.call(endpoints.signInWithPasskey, { body: { passkey } });
      },
    ],
  ])('does not sign in %s', async (_, attempt) => {
    expect((await attempt()).status).toBe(400);
  });

  it('answers one challenge once, including concurrently', async () => {
    const { authenticator } = await withPasskey();
    const { ticket, question } = await requestChallenge();
    const passkey = { ticket, answer: authenticator.answer(question) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => t.current.call(endpoints.signInWithPasskey, { body: { passkey } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('re-authenticates a sign-in, and that answer does not sign in', async () => {
    const { token, authenticator } = await withPasskey();
    const caller = t.current.withToken(token);
    expect((await caller.call(getReauthenticationMethods)).body.data).toEqual({
      needs_code: true,
      has_passkey: true,
      has_password: true,
      has_code: false,
      has_sso: false,
    });
    const { ticket, question } = (await caller.call(startPasskeyReauthentication)).body.data;
    const passkey = { ticket, answer: authenticator.answer(question) };
    expect((await t.current.call(endpoints.signInWithPasskey, { body: { passkey } })).status).toBe(400);
    expect((await caller.call(reauthenticate, { body: { passkey } })).status).toBe(200);
    expect((await caller.call(reauthenticate, { body: { passkey } })).status).toBe(400);
  });

  it("is created for one agent, once, and only with the answer to that agent's challenge", async () => {
    const [one, other] = [await signInAs(t.current), await signInAs(t.current)];
    const authenticator = createAuthenticator();
    const { ticket, order } = (await one.call(endpoints.startPasskey)).body.data;
    const body = { name: 'Key', ticket, answer: authenticator.create(order) };
    expect((await other.call(endpoints.addPasskey, { body })).error.code).toBe('wrong_state');
    const added = await one.call(endpoints.addPasskey, { body });
    expect([added.status, added.body.data.recovery_codes?.length]).toEqual([201, 10]);
    expect((await one.call(endpoints.addPasskey, { body })).error.code).toBe('wrong_state');
    const foreign = createAuthenticator({ origin: 'https://evil.example' });
    const challenge = (await one.call(endpoints.startPasskey)).body.data;
    const wrong = { name: 'Key', ticket: challenge.ticket, answer: foreign.create(challenge.order) };
    expect((await one.call(endpoints.addPasskey, { body: wrong })).error.code).toBe('wrong_state');
  });

  it("is limited to ten per agent, and another agent's cannot be removed", async () => {
    const [one, other] = [await withPasskey(), await signInAs(t.current)];
    for (let n = 1; n < 10; n += 1) await setUpPasskey(one, `Key ${n}`);
    const rejected = await one.call(endpoints.startPasskey);
    expect([rejected.status, rejected.error.message]).toEqual([
      409,
      'You have 10 passkeys, which is the maximum. Please remove one first.',
    ]);
    expect((await other.call(endpoints.removePasskey, { params: { id: one.passkey.id } })).status).toBe(404);
  });

  it('cannot be created at an IP address, where those of another host do not work either', async () => {
    const { agent, token } = await withPasskey();
    const headers = { host: '127.0.0.1' };
    const caller = t.current.withToken(token);
    expect((await caller.call(endpoints.startPasskey, { headers })).error.message).toContain('with a name');
    const { body } = await caller.call(endpoints.getTwoFactorMethods, { headers });
    expect(body.data.passkey_error).toContain('with a name');
    expect(await passwordStep(t.current, agent.username)).toMatchObject({ has_passkey: true });
  });
});
