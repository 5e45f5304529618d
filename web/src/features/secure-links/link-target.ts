import { formLinkPath, isWebFormType, linkExpired, WEB_FORM_MARKERS } from '@ledgerline/contract/rules';
import { LINK_MESSAGES } from '@ledgerline/contract/secure-links/endpoints';
import type { ApiError } from '../../lib/http.ts';

/** The form of a Get Form Link modal and whom its link is for. */
export interface LinkTarget {
  /** The template's number, else its form link id. */
  formId: number | string;
  form_link_id: string;
  title: string;
  type: string;
  /** HTML. */
  notes: string;
  /** null: a generic link, for anyone. */
  client: { id: number; name: string; email: string; phone: string } | null;
  session: string | null;
  /** The submission it is asked for is submitted or voided, so that a link starts a new one (decisions I5). */
  isClosed: boolean;
}

/** Web forms, DocuSign and the forms with a marker have links; PDF and Link do not (1§2; decisions H10). */
export function isLinkSupported({ type, form_link_id }: Pick<LinkTarget, 'type' | 'form_link_id'>): boolean {
  const isMarked = WEB_FORM_MARKERS.some((marker) => marker === form_link_id);
  return isMarked || isWebFormType(type) || type.trim().toLowerCase() === 'docusign';
}

/** The address that anyone may open, without a token. */
export function genericLink(target: Pick<LinkTarget, 'type' | 'form_link_id'>, origin: string): string {
  return `${origin.replace(/\/$/, '')}${formLinkPath(target)}`;
}

export function isPast(expiresAt: string): boolean {
  return linkExpired({ access_token_expires_at: expiresAt, now: Date.now() });
}

/** What to say of a link that could not be made (0§8): the title and what is behind it. */
export function linkFailure(error: Pick<ApiError, 'status' | 'serverMessage' | 'message'>): {
  title: string;
  detail: string;
} {
  if (error.serverMessage === LINK_MESSAGES.sourceNotConfigured)
    return { title: 'Form Source Not Configured', detail: LINK_MESSAGES.sourceNotConfigured };
  if (error.serverMessage === LINK_MESSAGES.notSupported)
    return { title: LINK_MESSAGES.notSupported, detail: '' };
  const isAnswered = error.status !== undefined && error.status < 500;
  return {
    title: 'Failed to fetch secure token',
    detail: isAnswered ? error.message : 'Token generation failed - API unavailable',
  };
}
