import { formLinkPath, isWebFormType, WEB_FORM_MARKERS } from '@ledgerline/contract/rules';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { type ApiError, isDoneUnread } from '../../lib/api-error.ts';

/** The form of a Get Form Link modal and whom its link is for. */
export interface LinkTarget {
  /** The template's number, else its form link id; '' when neither is known. */
  formId: number | string;
  form_link_id: string;
  title: string;
  type: string;
  /** HTML. */
  notes: string;
  /** null: a generic link, for anyone. */
  client: { id: number; name: string; email: string; phone: string; language: string } | null;
  session: string | null;
  /** The submission it is asked for is submitted or voided, so that a link starts a new one (decisions I5). */
  isClosed: boolean;
  /** The link must open exactly this submission, as inside a session. */
  sessionFormId?: number;
  /** Of a DocuSign form, where it is known: null means that nothing can be signed. */
  docusign_template_id?: string | null;
}

/** Whose link is mailed: a form's or a session's. */
export type EmailedLink = { session_form_id: number } | { session_id: number };

const SOURCE_NOT_CONFIGURED = 'Form Source Not Configured';
const INCOMPLETE = 'Form configuration incomplete. Please contact support.';

/** Web forms, DocuSign and the forms with a marker have links; PDF and Link do not (1§2; decisions H10). */
export function isLinkSupported({ type, form_link_id }: Pick<LinkTarget, 'type' | 'form_link_id'>): boolean {
  const isMarked = WEB_FORM_MARKERS.some((marker) => marker === form_link_id);
  return isMarked || isWebFormType(type) || isDocusign(type);
}

export function isDocusign(type: string): boolean {
  return type.trim().toLowerCase() === 'docusign';
}

/** What is wrong with the form itself, so that no link can be made (1§8, decisions C11); null when nothing is. */
export function configurationProblem(target: LinkTarget): string | null {
  const { type, form_link_id, formId, docusign_template_id } = target;
  if (form_link_id.trim() === '') return SOURCE_NOT_CONFIGURED;
  if (isWebFormType(type) && !findWebForm(form_link_id)) return SOURCE_NOT_CONFIGURED;
  const isIncomplete = formId === '' || (isDocusign(type) && docusign_template_id === null);
  return isIncomplete ? INCOMPLETE : null;
}

/** The address that anyone may open, without a token. */
export function genericLink(target: Pick<LinkTarget, 'type' | 'form_link_id'>, origin: string): string {
  return `${origin.replace(/\/$/, '')}${formLinkPath(target)}`;
}

/** What to say of a link that could not be made (0§8): the title and what is behind it. */
export function linkFailure(error: ApiError): {
  title: string;
  detail: string;
} {
  if (error.code === 'source_missing') return { title: SOURCE_NOT_CONFIGURED, detail: error.message };
  if (error.code === 'link_not_supported') return { title: error.message, detail: '' };
  if (isDoneUnread(error)) return { ...NO_TOKEN, title: NO_LINK };
  const isRejected = error.status !== undefined && error.status < 500 && error.serverMessage;
  return isRejected ? { ...NO_TOKEN, detail: error.message } : NO_TOKEN;
}

/** No link came (1§8). */
export const NO_LINK = 'No secure link available. Please try again.';

/** Nothing came that could be read, whatever came instead (0§8). */
export const NO_TOKEN = {
  title: 'Failed to fetch secure token',
  detail: 'Token generation failed - API unavailable',
};
