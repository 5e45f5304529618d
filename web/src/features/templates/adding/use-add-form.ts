import { duplicateFormMessage, MAX_UPLOAD_BYTES } from '@ledgerline/contract/rules';
import type { Template } from '@ledgerline/contract/templates/endpoints';
import type { FormErrors } from '@mantine/form';
import { useState } from 'react';
import { FORM_ERROR_KEY, useEditing } from '../../../domain/editing/use-editing.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useCreateTemplate, useUploadTemplateDocuments } from '../api.ts';
import { isLinkIdTaken } from '../editor/template-values.ts';
import { pdfFilesError } from '../previews/pdf-files.ts';
import {
  type NewFormValues,
  newFormErrors,
  newFormValues,
  newLinkId,
  newTemplate,
} from './new-form-values.ts';

const CREATE_FAILED = 'Failed to create forms. Please try again.';
const DUPLICATE_LINK = 'Please fix the duplicate Form Link ID before saving';

/** Adds a form; a PDF form is created before its file is uploaded, so that a failed upload can be retried alone. */
export function useAddForm(templates: readonly Template[], onDone: () => void) {
  const create = useCreateTemplate();
  const upload = useUploadTemplateDocuments();
  const [created, setCreated] = useState<Template | null>(null);
  const [percent, setPercent] = useState(0);
  const editing = useEditing({
    start: newFormValues('Web Form'),
    check: (values) => ({
      ...newFormErrors(values),
      ...fileError(values),
      [FORM_ERROR_KEY]:
        values.type === 'Link' && isLinkIdTaken(newLinkId(values), templates) && DUPLICATE_LINK,
    }),
    async send(values) {
      const template = created ?? (await create.mutateAsync(newTemplate(values)));
      setCreated(template);
      setPercent(0);
      if (values.type === 'PDF' && values.file)
        await upload.mutateAsync({ id: template.id, files: [values.file], onProgress: setPercent });
      return template;
    },
    successMessage: ({ form_name_agent }) => `“${form_name_agent}” was added.`,
    onDone,
    failed: (error) =>
      upload.isError
        ? `Upload failed. ${error.message} The form was added; try again to send its file.`
        : failureText(error),
  });
  return { editing, isCreated: created !== null, isSending: upload.isPending, percent };
}

function fileError({ type, file }: NewFormValues): FormErrors {
  const wrong = type === 'PDF' ? pdfFilesError(file ? [file] : [], MAX_UPLOAD_BYTES) : null;
  return wrong ? { file: wrong } : {};
}

export function failureText(error: unknown): string {
  const isTaken = error instanceof ApiError && error.status === 409;
  return isTaken ? duplicateFormMessage({ server_message: error.serverMessage }) : CREATE_FAILED;
}
