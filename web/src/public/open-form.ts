import type { ClientContact } from '@ledgerline/contract/agents/contact/client-contact';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { Language } from '@ledgerline/contract/languages';
import { getPublicForm, getSecureForm, validateLink } from '@ledgerline/contract/public-forms/endpoints';
import {
  type ClientDocumentRequest,
  getDocumentRequest,
} from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { isDocumentRequest } from '@ledgerline/contract/rules';
import { emptyFormData, type FormAnswers, startAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { asAnswers } from '@ledgerline/contract/web-forms/structure';
import { formCaller } from './api.ts';
import { newTemporarySessionId, type TemporaryDraft, temporaryDraft } from './session/drafts.ts';
import { storeFormToken } from './session/form-token.ts';
import { type ClosedReason, closedReason } from './session/link-error.ts';

type PublicForm = ReplyOf<typeof getPublicForm>['form'];

export interface SecureStart {
  token: string;
  progress_session_id: string;
  /** The version of the saved answers. */
  version: number;
  contact: ClientContact | undefined;
  last_saved: string | null;
  expires_at: string;
  expires_soon: boolean;
  language: Language | null;
}

/** The result of opening an address. */
export type OpenedForm =
  | { state: 'closed'; reason: ClosedReason; agent_name: string | null; language: Language | null }
  /** It belongs to a session whose passcode has not been entered in this browser. */
  | { state: 'passcode'; agent_name: string | null; language: Language | null; isNotStored?: boolean }
  /** It is signed, not filled in. */
  | { state: 'sign' }
  /** It requests documents. */
  | { state: 'documents'; request: ClientDocumentRequest; token: string }
  | { state: 'secure'; definition: WebFormDefinition; answers: FormAnswers; step: number; start: SecureStart }
  | { state: 'temporary'; definition: WebFormDefinition; draft: TemporaryDraft; isResumed: boolean };

/** Opens a form by its address. Network failures are thrown; every other outcome has its own page. */
export async function openForm(formLinkId: string, token: string | null): Promise<OpenedForm> {
  if (token !== null && !storeFormToken(formLinkId, token)) return closed('invalid');
  try {
    return token === null ? await openPublicForm(formLinkId) : await openSecureForm(formLinkId, token);
  } catch (error) {
    const reason = closedReason(error);
    if (reason === null) throw error;
    return closed(reason);
  }
}

async function openSecureForm(form_link_id: string, token: string): Promise<OpenedForm> {
  const call = formCaller(form_link_id);
  const link = await call(validateLink, { body: { token, form_link_id } });
  if (link.state === 'passcode') {
    return { state: 'passcode', agent_name: link.form.agent_name, language: link.language ?? null };
  }
  if (link.state !== 'ready') return closed(link.state, link.form, link.language);
  if (link.form.type.toLowerCase() === 'docusign') return { state: 'sign' };
  if (isDocumentRequest(link.form.type)) {
    return { state: 'documents', request: (await call(getDocumentRequest)).data, token };
  }
  const definition = named(link.form);
  if (!definition) return closed('incomplete', link.form, link.language);
  const reply = await call(getSecureForm, { query: { form_link_id } });
  const answers = startAnswers(definition, {
    saved: asAnswers(definition, reply.form_data),
    prefill: asAnswers(definition, reply.prefill),
  });
  const { progress_session_id, version, contact, last_saved, expires_at, expires_soon } = reply;
  return {
    state: 'secure',
    definition,
    answers,
    step: Math.min(reply.step, definition.steps.length),
    start: {
      token,
      progress_session_id,
      version,
      contact,
      last_saved,
      expires_at,
      expires_soon,
      language: reply.language ?? null,
    },
  };
}

async function openPublicForm(formLinkId: string): Promise<OpenedForm> {
  const { form } = await formCaller(formLinkId)(getPublicForm, { params: { formLinkId } });
  const definition = named(form);
  if (!definition) return closed('incomplete', form);
  const stored = temporaryDraft(definition);
  const fresh = {
    progress_session_id: newTemporarySessionId(),
    step: 0,
    form_data: emptyFormData(definition),
  };
  return { state: 'temporary', definition, draft: stored ?? fresh, isResumed: stored !== null };
}

/** The form under the name that the brokerage uses for it (decisions O11). */
function named({ form_link_id, titles }: PublicForm): WebFormDefinition | undefined {
  const definition = findWebForm(form_link_id);
  return definition && { ...definition, title: titles };
}

function closed(
  reason: ClosedReason,
  form?: Pick<PublicForm, 'agent_name'>,
  language?: Language | null,
): OpenedForm {
  return { state: 'closed', reason, agent_name: form?.agent_name ?? null, language: language ?? null };
}
