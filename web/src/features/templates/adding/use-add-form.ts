import { duplicateFormMessage, MAX_UPLOAD_BYTES } from '@ledgerline/contract/rules';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import { useState } from 'react';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { ApiError } from '../../../lib/http.ts';
import { useCreateTemplate, useUploadTemplateDocuments } from '../api.ts';
import { isLinkIdTaken } from '../editor/template-values.ts';
import { pdfFilesError } from '../previews/pdf-files.ts';
import {
  type NewFormErrors,
  type NewFormValues,
  newFormErrors,
  newLinkId,
  newTemplate,
} from './new-form-values.ts';

const CREATE_FAILED = 'Failed to create forms. Please try again.';
const DUPLICATE_LINK = 'Please fix the duplicate Form Link ID before saving';

/** Adds a form; a PDF is made first and gets its file then, so that a failed upload can be tried again alone. */
export function useAddForm(templates: readonly Template[], onDone: () => void) {
  const create = useCreateTemplate();
  const upload = useUploadTemplateDocuments();
  const [errors, setErrors] = useState<NewFormErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [created, setCreated] = useState<Template | null>(null);
  const [percent, setPercent] = useState(0);

  function check(values: NewFormValues): boolean {
    const wrong = { ...newFormErrors(values), ...fileError(values) };
    const isTaken = values.type === 'Link' && isLinkIdTaken(newLinkId(values), templates);
    setErrors(wrong);
    setFailure(isTaken ? DUPLICATE_LINK : null);
    return Object.keys(wrong).length === 0 && !isTaken;
  }

  async function make(values: NewFormValues): Promise<Template | null> {
    try {
      return created ?? (await create.mutateAsync(newTemplate(values)));
    } catch (error) {
      console.error('the form was not added', error);
      setFailure(failureText(error));
      setErrors(fieldErrors(error));
      return null;
    }
  }

  async function send(template: Template, file: File): Promise<boolean> {
    setPercent(0);
    try {
      await upload.mutateAsync({ id: template.id, files: [file], onProgress: setPercent });
      return true;
    } catch (error) {
      console.error('the PDF was not uploaded', error);
      const why = error instanceof Error ? error.message : '';
      setFailure(`Upload failed. ${why} The form was added; try again to send its file.`);
      return false;
    }
  }

  async function save(values: NewFormValues): Promise<void> {
    if (!check(values)) return;
    const template = await make(values);
    if (!template) return;
    setCreated(template);
    if (values.type === 'PDF' && values.file && !(await send(template, values.file))) return;
    notifySuccess(`“${template.form_name_agent}” was added.`);
    onDone();
  }

  function reset() {
    setErrors({});
    setFailure(null);
  }
  const isSending = upload.isPending;
  return {
    save,
    reset,
    errors,
    failure,
    created,
    isSending,
    isSaving: create.isPending || isSending,
    percent,
  };
}

function fileError({ type, file }: NewFormValues): NewFormErrors {
  const wrong = type === 'PDF' ? pdfFilesError(file ? [file] : [], MAX_UPLOAD_BYTES) : null;
  return wrong ? { file: wrong } : {};
}

export function failureText(error: unknown): string {
  const isTaken = error instanceof ApiError && error.status === 409;
  return isTaken ? duplicateFormMessage({ server_message: error.serverMessage }) : CREATE_FAILED;
}

function fieldErrors(error: unknown): NewFormErrors {
  if (!(error instanceof ApiError)) return {};
  const messageOf = (path: string) => error.fields.find((field) => field.path === path)?.message;
  const external_url = messageOf('external_url');
  const form_link_id = messageOf('form_link_id');
  return { ...(external_url ? { external_url } : {}), ...(form_link_id ? { form_link_id } : {}) };
}
