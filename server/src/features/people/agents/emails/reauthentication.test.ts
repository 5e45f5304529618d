import { updateAgent } from '@ledgerline/contract/agents/endpoints';
import {
  reauthenticate,
  startPasskeyReauthentication,
} from '@ledgerline/contract/auth/reauthentication/endpoints';
import {
  signInWithPasskey,
  startPasskeySignIn,
  verifyTwoFactor,
} from '@ledgerline/contract/auth/two-factor/endpoints';
import { describe, expect, it } from 'vitest';
import { PASSWORD, signInAs } from '#testing/factories.ts';
import { useSsoWorld } from '#testing/sso.ts';
import type { Caller } from '#testing/test-app.ts';
import { codeOf, passwordStep, setUpApp, setUpPasskey } from '#testing/two-factor.ts';

const w = useSsoWorld();
let serial = 0;

/** Whether the sign-in may change the email address now; otherwise, the error code. */
async function change(caller: Caller, id: number): Promise<string> {
  const body = { email: `reauthenticated-${++serial}@acme.test` };
  const { status, error } = await caller.call(updateAgent, { params: { id }, body });
  return status === 200 ? 'changed' : (error.code ?? '');
}

describe('changing an email address right after signing in', () => {
  it('with a password and an authenticator app requires both again', async () => {
    const agent = await signInAs(w.current);
    const { secret } = await setUpApp(w.current, agent);
    const { ticket } = await passwordStep(w.current, agent.agent.username);
    const { body } = await w.current.call(verifyTwoFactor, {
      body: { ticket, code: codeOf(w.current, secret) },
    });
    const screen = w.current.withToken(body.token);
    expect(await change(screen, agent.agent.id)).toBe('proof_needed');
    await screen.call(reauthenticate, { body: { password: PASSWORD } });
    expect(await change(screen, agent.agent.id)).toBe('proof_needed');
    w.current.clock.advance(30_000);
    await screen.call(reauthenticate, { body: { password: PASSWORD, code: codeOf(w.current, secret) } });
    expect(await change(screen, agent.agent.id)).toBe('changed');
  });

  it('with a passkey requires the passkey again', async () => {
    const agent = await signInAs(w.current);
    const { authenticator } = await setUpPasskey(agent);
    const started = (await w.current.call(startPasskeySignIn, { body: {} })).body.data;
    const passkey = { ticket: started.ticket, answer: authenticator.answer(started.question) };
    const { body } = await w.current.call(signInWithPasskey, { body: { passkey } });
    const screen = w.current.withToken(body.token);
    expect(await change(screen, agent.agent.id)).toBe('proof_needed');
    const { ticket, question } = (await screen.call(startPasskeyReauthentication)).body.data;
    await screen.call(reauthenticate, {
      body: { passkey: { ticket, answer: authenticator.answer(question) } },
    });
    expect(await change(screen, agent.agent.id)).toBe('changed');
  });

  it('with single sign-on requires another sign-in at the provider', async () => {
    const { agent, name, browser } = await w.known();
    const { signed_in } = (await browser.signIn(name)).body;
    const screen = w.current.withToken(signed_in?.token ?? '');
    expect(await change(screen, agent.id)).toBe('proof_needed');
    const { body } = await browser.finish(await browser.goToReauthenticate(screen, name));
    await screen.call(reauthenticate, { body: { sso: body.proof ?? '' } });
    expect(await change(screen, agent.id)).toBe('changed');
  });
});
