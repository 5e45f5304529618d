import { signIn } from '@ledgerline/contract/auth/endpoints';
import {
  addPasskey,
  confirmApp,
  startApp,
  startPasskey,
  type TwoFactorChallenge,
} from '@ledgerline/contract/auth/two-factor/endpoints';
import { codeAt, stepAt } from '#platform/auth/totp.ts';
import { createAuthenticator } from './authenticator.ts';
import { PASSWORD } from './factories.ts';
import type { Caller, TestApp } from './test-app.ts';

/** The current code of an app, or the code a number of steps from now. */
export function codeOf(t: TestApp, secret: string, steps = 0): string {
  return codeAt(secret, stepAt(t.clock.now()) + steps);
}

/** Sets up an app with the code of the previous step, so that the current one is unused. */
export async function setUpApp(t: TestApp, agent: Caller): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await agent.call(startApp)).body.data;
  const { body } = await agent.call(confirmApp, { body: { code: codeOf(t, secret, -1) } });
  return { secret, codes: body.data.recovery_codes ?? [] };
}

/** Adds a passkey of an authenticator of its own. */
export async function setUpPasskey(agent: Caller, name = 'Laptop') {
  const authenticator = createAuthenticator();
  const { ticket, order } = (await agent.call(startPasskey)).body.data;
  const { body } = await agent.call(addPasskey, {
    body: { name, ticket, answer: authenticator.create(order) },
  });
  return { authenticator, passkey: body.data.passkey, codes: body.data.recovery_codes ?? [] };
}

/** The response to the correct password. */
export async function passwordStep(t: TestApp, username: string): Promise<TwoFactorChallenge> {
  const { error } = await t.call(signIn, { body: { username, password: PASSWORD } });
  if (error.code !== 'second_factor_needed') throw new Error(`no two-factor step: ${error.code}`);
  return error.details as unknown as TwoFactorChallenge;
}
