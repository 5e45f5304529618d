import type { Language, Localized } from '@ledgerline/contract/languages';
import {
  getPublicForm,
  startPublicSigning,
  startSigning,
  validateLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { formLinkPath } from '@ledgerline/contract/rules';
import { formCaller } from '../api.ts';
import { visitorOf } from '../session/drafts.ts';
import { storeFormToken } from '../session/form-token.ts';
import { type ClosedReason, closedReason } from '../session/link-error.ts';
import { storeSigningOrigin } from '../session/return-path.ts';

/** The result of opening the address of an e-signature form. */
export type OpenedSigning = (
  | { state: 'closed'; reason: ClosedReason; agent_name: string | null }
  | { state: 'waiting' }
  /** It belongs to a session whose passcode has not been entered in this browser. */
  | { state: 'passcode'; agent_name: string | null; isNotStored?: boolean }
  /** It was opened without a token, or with a public one: the visitor must identify themselves. */
  | { state: 'who'; title: Localized }
  | { state: 'go'; url: string }
) & { language?: Language | null | undefined };

/** Opens the address of an e-signature form. Network failures are thrown. */
export async function openSigningLink(formLinkId: string, token: string | null): Promise<OpenedSigning> {
  if (token !== null && !storeFormToken(formLinkId, token)) return closed('invalid');
  try {
    return token === null ? await openWithoutToken(formLinkId) : await openWithToken(formLinkId, token);
  } catch (error) {
    const reason = closedReason(error);
    if (reason === null) throw error;
    return closed(reason);
  }
}

async function openWithToken(form_link_id: string, token: string): Promise<OpenedSigning> {
  const call = formCaller(form_link_id);
  const link = await validated(form_link_id, token);
  const { language } = link;
  if (link.state === 'passcode') return { state: 'passcode', agent_name: link.form.agent_name, language };
  if (link.state !== 'ready') return { ...closed(link.state, link.form.agent_name), language };
  if (!isSigned(link.form.type)) return { state: 'go', url: formLinkPath({ ...link.form, token }) };
  const { state, signing_url } = await call(startSigning);
  if (state === 'completed') return { ...closed('completed', link.form.agent_name), language };
  if (state === 'who') return { state: 'who', title: link.form.titles };
  if (state === 'waiting' || signing_url === null) return { state: 'waiting', language };
  const signPath = formLinkPath({ type: 'docusign', form_link_id, token });
  storeSigningOrigin(signing_url, signPath);
  return { state: 'go', url: signing_url };
}

/** Validates the link. A visitor's expired personal link is renewed in the window where they started. */
async function validated(form_link_id: string, token: string) {
  const call = formCaller(form_link_id);
  const body = { token, form_link_id };
  const link = await call(validateLink, { body });
  const visitor = link.state === 'expired' ? visitorOf(form_link_id, token) : null;
  if (visitor === null) return link;
  await call(startPublicSigning, { params: { formLinkId: form_link_id }, body: visitor });
  return call(validateLink, { body });
}

async function openWithoutToken(formLinkId: string): Promise<OpenedSigning> {
  const { form } = await formCaller(formLinkId)(getPublicForm, { params: { formLinkId } });
  if (!isSigned(form.type)) return { state: 'go', url: formLinkPath(form) };
  return { state: 'who', title: form.titles };
}

/** Other forms are filled in at an address of their own. */
function isSigned(type: string): boolean {
  return type.toLowerCase() === 'docusign';
}

function closed(reason: ClosedReason, agent_name: string | null = null): OpenedSigning {
  return { state: 'closed', reason, agent_name };
}
