import type { Template } from '@ledgerline/contract/templates/endpoints';
import { useState } from 'react';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { ApiError } from '../../../lib/http.ts';
import { useUpdateTemplate } from '../api.ts';
import {
  isLinkIdTaken,
  type TemplateErrors,
  type TemplateValues,
  templateChanges,
  templateErrors,
  templateValues,
} from './template-values.ts';

const DUPLICATE_LINK = 'Please fix the duplicate Form Link ID before saving';
const LINK_IN_USE = 'This Form Link ID is already in use.';
const SAVE_FAILED = 'Error saving form. See console for details.';

export type TemplateEditing = ReturnType<typeof useEditTemplate>;

interface EditInput {
  template: Template;
  templates: readonly Template[];
  onSaved: () => void;
}

/** The state of the editor: what is typed, what is wrong with it, and its saving (0§8 Form save). */
export function useEditTemplate({ template, templates, onSaved }: EditInput) {
  const [initial] = useState(() => templateValues(template));
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<TemplateErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  /** The server knows of a form with this link id that the list here does not. */
  const [refusedLinkId, setRefusedLinkId] = useState<string | null>(null);
  const update = useUpdateTemplate(template.id);
  const isTaken =
    isLinkIdTaken(values.form_link_id, templates, template.id) || refusedLinkId === values.form_link_id;

  function change(changes: Partial<TemplateValues>) {
    setValues((before) => ({ ...before, ...changes }));
    setErrors({});
    setFailure(null);
  }

  function explain(error: Error) {
    console.error('the form was not saved', error);
    const isConflict = error instanceof ApiError && error.status === 409;
    const isDuplicate = isConflict && error.code === 'duplicate';
    if (isDuplicate) setRefusedLinkId(values.form_link_id);
    else if (error instanceof ApiError) setErrors(fieldErrors(error, values));
    const said = isConflict ? error.serverMessage : undefined;
    setFailure(said || (isDuplicate ? LINK_IN_USE : SAVE_FAILED));
  }

  /** false when something has to be put right first. */
  function save(): boolean {
    const wrong = templateErrors(values, template.type);
    setErrors(wrong);
    setFailure(isTaken ? DUPLICATE_LINK : null);
    if (isTaken || Object.keys(wrong).length > 0) return false;
    update.mutate(templateChanges(values, template), {
      onSuccess: ({ form_name_agent }) => {
        notifySuccess(`“${form_name_agent}” was saved.`);
        onSaved();
      },
      onError: explain,
    });
    return true;
  }

  const isDirty = !update.isSuccess && JSON.stringify(values) !== JSON.stringify(initial);
  return { values, change, errors, failure, isTaken, isDirty, isSaving: update.isPending, save };
}

/** What the server says of a field stands beside it. */
function fieldErrors(error: ApiError, values: TemplateValues): TemplateErrors {
  return Object.fromEntries(
    error.fields
      .filter(({ path }) => Object.hasOwn(values, path))
      .map(({ path, message }) => [path, message]),
  );
}
