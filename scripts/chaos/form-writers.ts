import { sampleAnswers } from '../../contract/src/web-forms/testing/personal-info-answers.ts';
import { type SigningPage, sampleSigning } from '../sample-signing.ts';
import type { AgentSession } from './agent-session.ts';
import type { Outside } from './outside.ts';
import { createClient } from './record-writers.ts';

interface LinkAnswer {
  data: { token: string; sessionFormId: number };
}

const lastPart = (address: string) => new URL(address, 'http://portal').pathname.split('/').at(-1) ?? '';

/** A client gets a link by mail, fills the form in by halves, and hands it in. */
export async function fillForm(agentSession: AgentSession): Promise<void> {
  const last = agentSession.mark();
  const clientId = await createClient(agentSession, last);
  const linkInput = { formId: 'personal-info', clientId };
  const { data } = await agentSession.insist<LinkAnswer>({
    method: 'POST',
    path: '/secure-access/client-new',
    body: linkInput,
  });
  const { token, sessionFormId } = data;
  const emailOperation = agentSession.recorder.start('mail', String(sessionFormId));
  const body = { session_form_id: sessionFormId };
  await agentSession.insist({ method: 'POST', path: '/secure-access/mail', body }, emailOperation);
  const answers = sampleAnswers();
  const form_data = { ...answers, personalInfo: { ...(answers.personalInfo as object), lastName: last } };
  const half = { step: 1, form_data: { personalInfo: form_data.personalInfo } };
  await agentSession.insist({ method: 'PUT', path: '/secure-access/form/progress', body: half, token });
  const operation = agentSession.recorder.start('form', String(sessionFormId), { facts: { last } });
  const submission = { form_data, language: 'en' };
  await agentSession.insist(
    { method: 'POST', path: '/secure-access/form/submit', body: submission, token },
    operation,
  );
}

interface TemplateAnswer {
  forms: { id: number; form_name_agent: string; provider_missing_at?: string | null }[];
}

/** The template that one client signs alone; asks for the provider's templates first. */
export async function prepareSigning(agentSession: AgentSession): Promise<number> {
  await agentSession.insist({ method: 'POST', path: '/docusign/sync-templates' });
  const { forms } = await agentSession.insist<TemplateAnswer>({ method: 'GET', path: '/global-forms' });
  const found = forms.find(({ form_name_agent }) => /HIPAA/.test(form_name_agent));
  if (!found) throw new Error('there is no template to sign');
  return found.id;
}

/** A session with one form in it, which the client opens and signs. */
export async function signForm(
  agentSession: AgentSession,
  outside: Outside | null,
  templateId: number,
): Promise<void> {
  const client_id = await createClient(agentSession);
  const session = { client_id, session_type: agentSession.mark(), passcode: null };
  const { id } = await agentSession.insist<{ id: number }>({
    method: 'POST',
    path: '/session',
    body: session,
  });
  const formInput = { session_id: id, form_id: templateId };
  const form = await agentSession.insist<{ id: number }>({
    method: 'POST',
    path: '/sessionforms',
    body: formInput,
  });
  const path = `/session/${id}/generate-token`;
  const link = await agentSession.insist<{ token: string }>({ method: 'POST', path, body: {} });
  const open = `/secure-access/session/forms/${form.id}/open`;
  const { url } = await agentSession.insist<{ url: string }>({
    method: 'POST',
    path: open,
    body: {},
    token: link.token,
  });
  const sign = { method: 'POST' as const, path: '/secure-access/form/sign', token: lastPart(url) };
  const { signing_url } = await agentSession.insist<{ signing_url: string }>(sign);
  if (outside) outside.sign(agentSession, signing_url, form.id);
  else await signHere(agentSession, lastPart(signing_url), form.id);
}

interface SigningAnswer {
  data: SigningPage;
}

/** On the page of the e-signature that comes along. */
async function signHere(agentSession: AgentSession, token: string, formId: number): Promise<void> {
  const { data } = await agentSession.insist<SigningAnswer>({ method: 'GET', path: '/esign/signing', token });
  const body = sampleSigning(data, 'en');
  const operation = agentSession.recorder.start('signature', String(formId));
  await agentSession.insist({ method: 'POST', path: '/esign/signing', body, token }, operation);
}
