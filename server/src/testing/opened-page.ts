import { openSessionForm } from '@ledgerline/contract/public-forms/endpoints';
import { createSession, generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import { findSession } from '#features/forms/sessions/lock-session.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import type { TestApp } from '#testing/test-app.ts';

/** A session of a client named Zoe Lindqvist with its link, and the visitor who has it. */
export async function openedPage(t: TestApp, values: { passcode?: string; pref_lang?: string } = {}) {
  const agent = await signInAs(t);
  const clientId = await buildClient(t, {
    client_first_name: 'Zoe',
    client_last_name: 'Lindqvist',
    ...(values.pref_lang ? { pref_lang: values.pref_lang } : {}),
  });
  const { body } = await agent.call(createSession, {
    body: { client_id: clientId, session_type: 'Medicare', passcode: values.passcode ?? null },
  });
  const session = await findSession(t.deps.database, body.id);
  const { body: link } = await agent.call(generateSessionToken, { params: { id: body.id }, body: {} });
  const visitor = t.withToken(link.token);
  const open = (id: number) => visitor.call(openSessionForm, { params: { id }, body: {} });
  return { agent, clientId, session, link, visitor, open };
}
