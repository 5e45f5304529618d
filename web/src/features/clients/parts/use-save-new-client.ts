import { ApiError } from '../../../lib/http.ts';
import { useCreateClient } from '../api.ts';
import type { NewClientValues } from '../client-form.tsx';

const FAILED = 'Failed to save client data. Please try again.';

/** Saving a new client, for the dialog and the page alike: what was typed stays when it fails. */
export function useSaveNewClient(onSaved: (id: number, values: NewClientValues) => void) {
  const create = useCreateClient();
  return {
    isSaving: create.isPending,
    isSaved: create.isSuccess,
    failure: create.isError ? FAILED : null,
    serverErrors: create.error instanceof ApiError ? create.error.fields : NO_ERRORS,
    onSubmit: (values: NewClientValues) =>
      create.mutate(toBody(values), { onSuccess: ({ id }) => onSaved(id, values) }),
  };
}

const NO_ERRORS: ApiError['fields'] = [];

function toBody(values: NewClientValues) {
  return {
    client_first_name: values.client_first_name.trim(),
    client_last_name: values.client_last_name.trim(),
    primary_email: values.primary_email.trim() || null,
    primary_phone: values.primary_phone.trim() || null,
    dob: values.dob || null,
    status: values.status,
  };
}
