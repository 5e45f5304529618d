import { signIn } from '@ledgerline/contract/auth/endpoints';
import { verifyTwoFactor } from '@ledgerline/contract/auth/two-factor/endpoints';
import { expect } from 'vitest';
import { PASSWORD, signInAs } from './factories.ts';
import type { TestApp } from './test-app.ts';
import { codeOf, setUpApp } from './two-factor.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0';

/** An agent with an authenticator app, and the secret of the app. */
export async function agentWithApp(t: TestApp) {
  const agent = await signInAs(t);
  return { ...agent, ...(await setUpApp(t, agent)) };
}
type AgentWithApp = Awaited<ReturnType<typeof agentWithApp>>;

/** The cookies that a response stored. */
export function cookiesOf(headers: Record<string, unknown>): string[] {
  return [headers['set-cookie'] ?? []].flat().map(String);
}

/** The cookie of a remembered device as the browser sends it; '' if the response stored none. */
export const rememberedOf = (headers: Record<string, unknown>) =>
  cookiesOf(headers)
    .find((cookie) => cookie.startsWith('remembered_'))
    ?.split(';')[0] ?? '';

export const submitPassword = (
  t: TestApp,
  { agent }: Pick<AgentWithApp, 'agent'>,
  cookie = '',
  password = PASSWORD,
) =>
  t.call(signIn, {
    body: { username: agent.username, password },
    headers: { cookie, 'user-agent': FIREFOX },
  });

/** Signs in with password and code and remembers the device. */
export async function rememberDevice(t: TestApp, agent: AgentWithApp, code = codeOf(t, agent.secret)) {
  const { error } = await submitPassword(t, agent);
  const { status, headers, body } = await t.call(verifyTwoFactor, {
    body: { ticket: String(error.details?.ticket), code, remember_device: true },
    headers: { 'user-agent': FIREFOX },
  });
  expect(status).toBe(200);
  return { cookie: rememberedOf(headers), headers, body };
}

/** Rows of the audit log about an agent's devices. */
export const deviceLogOf = (t: TestApp, agentId: number) =>
  t.deps.database.query(
    `select action, actor_kind, actor_id::text, old_value, new_value from audit_events
      where entity = 'agent' and entity_id = $1 and action like '%device%' order by id`,
    [agentId],
  );
