import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { DEFAULT_FORM_STATUS, isWebFormType, SECURE_LINK_HOURS } from '@ledgerline/contract/rules';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { api } from '../../../lib/api.ts';
import { useCreateSubmission } from '../api.ts';
import { EDIT_TEXTS } from '../detail/use-form-editor.ts';

export interface AddedForm {
  title: string;
  client: ClientRow | null;
  /** null: the form has no link, or creating it failed. */
  url: string | null;
  linkFailure: string | null;
}

/** Adds a template as a pending form; with a client, its link is created for 168 hours (1§9). */
export function useAddForm() {
  const create = useCreateSubmission();
  return async (template: Template, client: ClientRow | null): Promise<AddedForm> => {
    const { id } = await create.mutateAsync({
      form_id: template.id,
      status: DEFAULT_FORM_STATUS,
      ...(client ? { client_id: client.id } : {}),
    });
    const link = client ? await linkFor(template, client, id) : { url: null, linkFailure: null };
    return { title: template.form_name_agent, client, ...link };
  };
}

async function linkFor(template: Template, client: ClientRow, sessionFormId: number) {
  const hasLink = isWebFormType(template.type) || template.type.toLowerCase() === 'docusign';
  if (!hasLink) return { url: null, linkFailure: null };
  const body = {
    formId: template.id,
    clientId: client.id,
    sessionFormId,
    expirationHours: SECURE_LINK_HOURS,
  };
  try {
    const { data } = await api(createClientLink, { body });
    return data?.formUrl
      ? { url: data.formUrl, linkFailure: null }
      : { url: null, linkFailure: EDIT_TEXTS.noAddress };
  } catch (error) {
    console.error('the link of the added form could not be created', error);
    return { url: null, linkFailure: EDIT_TEXTS.noLink };
  }
}
