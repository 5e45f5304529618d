import { sampleAnswers } from '../../contract/src/web-forms/testing/personal-info-answers.ts';
import { type SigningPage, sampleSigning } from '../sample-signing.ts';
import type { Desk } from './agent-session.ts';
import type { Outside } from './outside.ts';
import { makeClient } from './record-writers.ts';

interface LinkAnswer {
  data: { token: string; sessionFormId: number };
}

const lastPart = (address: string) => new URL(address, 'http://portal').pathname.split('/').at(-1) ?? '';

/** A client gets a link by mail, fills the form in by halves, and hands it in. */
export async function fillForm(desk: Desk): Promise<void> {
  const last = desk.mark();
  const clientId = await makeClient(desk, last);
  const asked = { formId: 'personal-info', clientId };
  const { data } = await desk.insist<LinkAnswer>({
    method: 'POST',
    path: '/secure-access/client-new',
    body: asked,
  });
  const { token, sessionFormId } = data;
  const mail = desk.recorder.begin('mail', String(sessionFormId));
  const body = { session_form_id: sessionFormId };
  await desk.insist({ method: 'POST', path: '/secure-access/mail', body }, mail);
  const answers = sampleAnswers();
  const form_data = { ...answers, personalInfo: { ...(answers.personalInfo as object), lastName: last } };
  const half = { step: 1, form_data: { personalInfo: form_data.personalInfo } };
  await desk.insist({ method: 'PUT', path: '/secure-access/form/progress', body: half, token });
  const act = desk.recorder.begin('form', String(sessionFormId), { facts: { last } });
  const handedIn = { form_data, language: 'en' };
  await desk.insist({ method: 'POST', path: '/secure-access/form/submit', body: handedIn, token }, act);
}

interface TemplateAnswer {
  forms: { id: number; form_name_agent: string; provider_missing_at?: string | null }[];
}

/** The template that one client signs alone; asks for the provider's templates first. */
export async function prepareSigning(desk: Desk): Promise<number> {
  await desk.insist({ method: 'POST', path: '/docusign/sync-templates' });
  const { forms } = await desk.insist<TemplateAnswer>({ method: 'GET', path: '/global-forms' });
  const found = forms.find(({ form_name_agent }) => /HIPAA/.test(form_name_agent));
  if (!found) throw new Error('there is no template to sign');
  return found.id;
}

/** A session with one form in it, which the client opens and signs. */
export async function signForm(desk: Desk, outside: Outside | null, templateId: number): Promise<void> {
  const client_id = await makeClient(desk);
  const session = { client_id, session_type: desk.mark(), passcode: null };
  const { id } = await desk.insist<{ id: number }>({ method: 'POST', path: '/session', body: session });
  const placed = { session_id: id, form_id: templateId };
  const form = await desk.insist<{ id: number }>({ method: 'POST', path: '/sessionforms', body: placed });
  const path = `/session/${id}/generate-token`;
  const made = await desk.insist<{ token: string }>({ method: 'POST', path, body: {} });
  const open = `/secure-access/session/forms/${form.id}/open`;
  const { url } = await desk.insist<{ url: string }>({
    method: 'POST',
    path: open,
    body: {},
    token: made.token,
  });
  const sign = { method: 'POST' as const, path: '/secure-access/form/sign', token: lastPart(url) };
  const { signing_url } = await desk.insist<{ signing_url: string }>(sign);
  if (outside) outside.sign(desk, signing_url, form.id);
  else await signHere(desk, lastPart(signing_url), form.id);
}

interface SigningAnswer {
  data: SigningPage;
}

/** On the page of the e-signature that comes along. */
async function signHere(desk: Desk, token: string, formId: number): Promise<void> {
  const { data } = await desk.insist<SigningAnswer>({ method: 'GET', path: '/esign/signing', token });
  const body = sampleSigning(data, 'en');
  const act = desk.recorder.begin('signature', String(formId));
  await desk.insist({ method: 'POST', path: '/esign/signing', body, token }, act);
}
