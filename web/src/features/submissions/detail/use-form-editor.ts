import {
  isDeclined,
  isDocumentRequest,
  isFinished,
  isVoided,
  isWebFormType,
  POPUP_HEIGHT_PX,
  POPUP_WIDTH_PX,
} from '@ledgerline/contract/rules';
import { createClientLink, createPublicLink } from '@ledgerline/contract/secure-links/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { getTemplate } from '@ledgerline/contract/templates/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { isDoneUnread } from '../../../lib/api-error.ts';
import { storedToken } from '../../../lib/sign-in.ts';
import { refreshSubmission } from '../api.ts';

type EditableForm = Pick<Submission, 'id' | 'type' | 'form_id' | 'form_link_id' | 'client_id'>;

/** Messages when a form does not open (1§6, 1§8). */
export const EDIT_TEXTS = {
  noToken: 'Authentication token not found. Please log in again.',
  blocked: 'Please allow popups for this site to edit forms',
  failed: 'Failed to open form for editing. Please try again.',
  notDirect: 'This form cannot be opened directly. Please use "Get Form Link" to generate the proper URL.',
  noConfiguration: 'Unable to load form configuration. Please use "Get Form Link" instead.',
  noLink: 'Unable to generate secure link. Please use "Get Form Link" instead.',
  noAddress: 'Unable to generate form URL. Please use "Get Form Link" instead.',
} as const;

const CLOSED_CHECK_MS = 1000;

/** Edit Form is for forms that are not signed, declined or submitted (1§2). */
export function isEditable(submission: Submission): boolean {
  const isSigned = submission.has_advisor_signature || submission.has_client_signature;
  if (isDocumentRequest(submission.type)) return false;
  const isOver = isFinished(submission) || isVoided(submission) || isDeclined(submission);
  return !isSigned && !isOver;
}

/** Opens a form's link in a separate window for editing; the screen refetches when the window is closed. */
export function useFormEditor(onFailure: (text: string) => void) {
  const queryClient = useQueryClient();

  /** Opened synchronously in the click handler, or popup blockers stop it; the URL is set later. */
  async function edit(form: EditableForm): Promise<void> {
    // Signed out in another tab: reported before opening or requesting anything (1§6).
    if (storedToken() === null) return onFailure(EDIT_TEXTS.noToken);
    const popup = openPopup();
    if (typeof popup === 'string') return onFailure(popup);
    const link = await createFormLink(form);
    if ('failure' in link) {
      popup.close();
      return onFailure(link.failure);
    }
    try {
      // The marker makes the form report when it is done (1§7 formEditComplete).
      popup.location.href = `${link.url}#edit=${form.id}`;
    } catch (error) {
      console.error('the form could not be opened for editing', error);
      popup.close();
      return onFailure(EDIT_TEXTS.failed);
    }
    whenClosed(popup, () => void refreshSubmission(queryClient, form.id));
  }
  return { edit };
}

function openPopup(): Window | string {
  try {
    const size = `width=${POPUP_WIDTH_PX},height=${POPUP_HEIGHT_PX}`;
    return window.open('', '_blank', size) ?? EDIT_TEXTS.blocked;
  } catch (error) {
    console.error('the window for the form could not be opened', error);
    return EDIT_TEXTS.failed;
  }
}

type FormLink = { url: string } | { failure: string };

async function createFormLink(form: EditableForm): Promise<FormLink> {
  const isDocusign = form.type.trim().toLowerCase() === 'docusign';
  if (!isWebFormType(form.type) && !isDocusign) return { failure: EDIT_TEXTS.notDirect };
  if (form.client_id === null && !isDocusign) return { failure: EDIT_TEXTS.notDirect };
  const formId = await templateOf(form);
  if (formId === null) return { failure: EDIT_TEXTS.noConfiguration };
  try {
    const { data } =
      form.client_id === null
        ? await api(createPublicLink, { body: { formId } })
        : await api(createClientLink, {
            body: { formId, clientId: form.client_id, sessionFormId: form.id },
          });
    return data?.formUrl ? { url: data.formUrl } : { failure: EDIT_TEXTS.noAddress };
  } catch (error) {
    console.error('the link of the form could not be created', error);
    return { failure: isDoneUnread(error) ? EDIT_TEXTS.noAddress : EDIT_TEXTS.noLink };
  }
}

/** The template of the requested link; null when it cannot be loaded. */
async function templateOf({ form_id, form_link_id }: EditableForm): Promise<number | string | null> {
  if (form_link_id) return form_id ?? form_link_id;
  if (form_id === null) return null;
  try {
    return (await api(getTemplate, { params: { id: form_id } })).form.id;
  } catch (error) {
    console.error('the form template could not be read', error);
    return null;
  }
}

function whenClosed(popup: Window, onClosed: () => void): void {
  const timer = setInterval(() => {
    if (!popup.closed) return;
    clearInterval(timer);
    onClosed();
  }, CLOSED_CHECK_MS);
}
