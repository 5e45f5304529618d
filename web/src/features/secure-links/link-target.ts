import { formLinkPath, isDocumentRequest, isWebFormType, WEB_FORM_MARKERS } from '@ledgerline/contract/rules';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { type ApiError, isDoneUnread } from '../../lib/api-error.ts';

/** The form of a Get Form Link modal and its client. */
export interface LinkTarget {
  /** The template's id, else its form link id; '' when neither is known. */
  formId: number | string;
  form_link_id: string;
  title: string;
  type: string;
  /** HTML. */
  notes: string;
  /** null: a generic link, for anyone. */
  client: { id: number; name: string; email: string; phone: string; language: string } | null;
  session: string | null;
  /** The requested submission is submitted or voided, so a link starts a new one (decisions I5). */
  isClosed: boolean;
  /** The link must open exactly this submission, as inside a session. */
  sessionFormId?: number;
  /** For a DocuSign form, if known: null means that nothing can be signed. */
  docusign_template_id?: string | null;
}

/** What the emailed link is for: a form or a session. */
export type EmailedLink = { session_form_id: number } | { session_id: number };

const SOURCE_NOT_CONFIGURED = 'Form Source Not Configured';
const INCOMPLETE = 'Form configuration incomplete. Please contact support.';

/** Web forms, DocuSign and marked forms have links; PDF and Link do not (1§2; decisions H10). */
export function isLinkSupported({ type, form_link_id }: Pick<LinkTarget, 'type' | 'form_link_id'>): boolean {
  const isMarked = WEB_FORM_MARKERS.some((marker) => marker === form_link_id);
  return isMarked || isWebFormType(type) || isDocusign(type) || isDocumentRequest(type);
}

export function isDocusign(type: string): boolean {
  return type.trim().toLowerCase() === 'docusign';
}

/** Problem of the form itself that prevents a link (1§8, decisions C11); null when there is none. */
export function configurationProblem(target: LinkTarget): string | null {
  const { type, form_link_id, formId, docusign_template_id } = target;
  if (form_link_id.trim() === '') return SOURCE_NOT_CONFIGURED;
  if (isWebFormType(type) && !findWebForm(form_link_id)) return SOURCE_NOT_CONFIGURED;
  const isIncomplete = formId === '' || (isDocusign(type) && docusign_template_id === null);
  return isIncomplete ? INCOMPLETE : null;
}

/** The public URL, without a token. */
export function genericLink(target: Pick<LinkTarget, 'type' | 'form_link_id'>, origin: string): string {
  return `${origin.replace(/\/$/, '')}${formLinkPath(target)}`;
}

/** Error message for a link that could not be created (0§8): title and reason. */
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

/** The response contained no link (1§8). */
export const NO_LINK = 'No secure link available. Please try again.';

/** No readable response arrived (0§8). */
export const NO_TOKEN = {
  title: 'Failed to fetch secure token',
  detail: 'Token generation failed - API unavailable',
};
