import type { Template } from '@ledgerline/contract/templates/endpoints';
import { useState } from 'react';
import { FORM_ERROR_KEY, fieldErrors, useEditing } from '../../../domain/editing/use-editing.ts';
import { ApiError, hasErrorCode } from '../../../lib/api-error.ts';
import { useUpdateTemplate } from '../api.ts';
import {
  isLinkIdTaken,
  type TemplateValues,
  templateChanges,
  templateErrors,
  templateValues,
} from './template-values.ts';

const DUPLICATE_LINK = 'Please fix the duplicate Form Link ID before saving';
const LINK_IN_USE = 'This Form Link ID is already in use.';
const SAVE_FAILED = 'Error saving form. See console for details.';

interface EditInput {
  template: Template;
  templates: readonly Template[];
  onSaved: () => void;
}

/** The editor's state: values, errors and saving (0§8 Form save). */
export function useEditTemplate({ template, templates, onSaved }: EditInput) {
  /** The server knows a form with this link id that the list here does not contain. */
  const [rejectedLinkId, setRejectedLinkId] = useState<string | null>(null);
  const update = useUpdateTemplate(template.id);
  const isTaken = ({ form_link_id }: TemplateValues) =>
    isLinkIdTaken(form_link_id, templates, template.id) || rejectedLinkId === form_link_id;
  const editing = useEditing({
    start: templateValues(template),
    check: (values) => ({
      ...templateErrors(values, template.type),
      [FORM_ERROR_KEY]: isTaken(values) && DUPLICATE_LINK,
    }),
    send: (values) => update.mutateAsync(templateChanges(values, template)),
    successMessage: ({ form_name_agent }) => `“${form_name_agent}” was saved.`,
    onDone: onSaved,
    failed: failureText,
    toFieldErrors(error, { form_link_id }) {
      if (hasErrorCode(error, 'duplicate')) setRejectedLinkId(form_link_id);
      return fieldErrors(error);
    },
  });
  return { ...editing, isTaken: isTaken(editing.form.values) };
}

function failureText(error: Error): string {
  const serverMessage = error instanceof ApiError && error.status === 409 ? error.serverMessage : undefined;
  return serverMessage || (hasErrorCode(error, 'duplicate') ? LINK_IN_USE : SAVE_FAILED);
}
