import { sampleAnswers } from '../../contract/src/web-forms/testing/personal-info-answers.ts';
import { type SigningPage, sampleSigning } from '../sample-signing.ts';
import type { AgentSession } from './agent-session.ts';
import type { Providers } from './providers.ts';
import { createClient } from './record-writers.ts';

interface LinkAnswer {
  data: { token: string; sessionFormId: number };
}

const lastPart = (address: string) => new URL(address, 'http://portal').pathname.split('/').at(-1) ?? '';

/** A client receives a link by email, fills in the form in two steps, and submits it. */
export async function fillForm(agentSession: AgentSession): Promise<void> {
  const last = agentSession.mark();
  const clientId = await createClient(agentSession, last);
  const linkInput = { formId: 'personal-info', clientId };
  const { data } = await agentSession.request<LinkAnswer>({
    method: 'POST',
    path: '/secure-access/client-new',
    body: linkInput,
  });
  const { token, sessionFormId } = data;
  const emailOperation = agentSession.recorder.start('email', String(sessionFormId));
  const body = { session_form_id: sessionFormId };
  await agentSession.request({ method: 'POST', path: '/secure-access/mail', body }, emailOperation);
  const answers = sampleAnswers();
  const form_data = { ...answers, personalInfo: { ...(answers.personalInfo as object), lastName: last } };
  const progress = { step: 1, form_data: { personalInfo: form_data.personalInfo } };
  await agentSession.request({ method: 'PUT', path: '/secure-access/form/progress', body: progress, token });
  const operation = agentSession.recorder.start('form', String(sessionFormId), { facts: { last } });
  const submission = { form_data, language: 'en' };
  await agentSession.request(
    { method: 'POST', path: '/secure-access/form/submit', body: submission, token },
    operation,
  );
}

interface TemplateAnswer {
  forms: { id: number; form_name_agent: string; provider_missing_at?: string | null }[];
}

/** Syncs the provider's templates and returns the one that a client signs alone. */
export async function prepareSigning(agentSession: AgentSession): Promise<number> {
  await agentSession.request({ method: 'POST', path: '/docusign/sync-templates' });
  const { forms } = await agentSession.request<TemplateAnswer>({ method: 'GET', path: '/global-forms' });
  const found = forms.find(({ form_name_agent }) => /HIPAA/.test(form_name_agent));
  if (!found) throw new Error('no template to sign was found');
  return found.id;
}

/** Creates a session with one form; the client opens and signs it. */
export async function signForm(
  agentSession: AgentSession,
  providers: Providers | null,
  templateId: number,
): Promise<void> {
  const client_id = await createClient(agentSession);
  const session = { client_id, session_type: agentSession.mark(), passcode: null };
  const { id } = await agentSession.request<{ id: number }>({
    method: 'POST',
    path: '/session',
    body: session,
  });
  const formInput = { session_id: id, form_id: templateId };
  const form = await agentSession.request<{ id: number }>({
    method: 'POST',
    path: '/sessionforms',
    body: formInput,
  });
  const path = `/session/${id}/generate-token`;
  const link = await agentSession.request<{ token: string }>({ method: 'POST', path, body: {} });
  const open = `/secure-access/session/forms/${form.id}/open`;
  const { url } = await agentSession.request<{ url: string }>({
    method: 'POST',
    path: open,
    body: {},
    token: link.token,
  });
  const sign = { method: 'POST' as const, path: '/secure-access/form/sign', token: lastPart(url) };
  const { signing_url } = await agentSession.request<{ signing_url: string }>(sign);
  if (providers) providers.sign(agentSession, signing_url, form.id);
  else await signBuiltin(agentSession, lastPart(signing_url), form.id);
}

interface SigningAnswer {
  data: SigningPage;
}

/** Signs on the page of the built-in e-signature. */
async function signBuiltin(agentSession: AgentSession, token: string, formId: number): Promise<void> {
  const { data } = await agentSession.request<SigningAnswer>({
    method: 'GET',
    path: '/esign/signing',
    token,
  });
  const body = sampleSigning(data, 'en');
  const operation = agentSession.recorder.start('signature', String(formId));
  await agentSession.request({ method: 'POST', path: '/esign/signing', body, token }, operation);
}
