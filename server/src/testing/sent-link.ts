import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { buildClient, signInAs } from '#testing/factories.ts';
import { TEST_NOW, type TestApp } from '#testing/test-app.ts';

export const HOUR_MS = 3_600_000;

/** An agent with a client and the link that the agent sends. */
export async function sentLink(t: TestApp, client: Parameters<typeof buildClient>[1] = {}) {
  t.clock.set(TEST_NOW);
  const agent = await signInAs(t);
  const clientId = await buildClient(t, client);
  const { body } = await agent.call(createClientLink, { body: { formId: 'personal-info', clientId } });
  const { token, sessionFormId } = body.data;
  return { agent, clientId, token, sessionFormId, visitor: t.withToken(token) };
}

export const submitBody = () => ({ form_data: sampleAnswers(), language: 'en' as const });
