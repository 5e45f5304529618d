import { duplicateFormMessage } from '@ledgerline/contract/rules';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { addForm, FileNotAttached, refreshSession } from '../api.ts';
import type { NamedForm } from './form-choices.ts';

/** A form that could not be added, with the error message. */
export interface RejectedForm {
  form: NamedForm;
  text: string;
  /** Added, but without its file. */
  isAdded: boolean;
}

/** Adds forms one by one to keep their order; a failure does not block the others. */
export async function addForms(sessionId: number, forms: readonly NamedForm[]): Promise<RejectedForm[]> {
  const rejected: RejectedForm[] = [];
  for (const form of forms) {
    try {
      await addForm(sessionId, form);
    } catch (error) {
      console.error(`the form "${form.title}" was not added to session ${sessionId}`, error);
      rejected.push({
        form,
        text: rejectionText(error, form.title),
        isAdded: error instanceof FileNotAttached,
      });
    }
  }
  return rejected;
}

/** Texts of 1§5 and 1§8. */
function rejectionText(error: unknown, title: string): string {
  if (error instanceof FileNotAttached)
    return `“${title}” was added without its file. Open the form to attach the file.`;
  if (error instanceof ApiError && error.status === 409)
    return duplicateFormMessage({ server_message: error.serverMessage });
  return 'Failed to create forms. Please try again.';
}

export function useAddForms(sessionId: number) {
  const queryClient = useQueryClient();
  return async (forms: readonly NamedForm[]): Promise<RejectedForm[]> => {
    const rejected = await addForms(sessionId, forms);
    if (rejected.filter(({ isAdded }) => !isAdded).length < forms.length)
      await refreshSession(queryClient, sessionId);
    return rejected;
  };
}
