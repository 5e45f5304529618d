import { type NewClient, newClientBody } from '../../../domain/clients/new-client-form.tsx';
import { ApiError } from '../../../lib/http.ts';
import { useCreateClient } from '../api.ts';

const FAILED = 'Failed to save client data. Please try again.';

/** Saving a new client, for the dialog and the page alike: what was typed stays when it fails. */
export function useSaveNewClient(onSaved: (id: number, values: NewClient) => void) {
  const create = useCreateClient();
  return {
    isSaving: create.isPending,
    isSaved: create.isSuccess,
    failure: create.isError ? FAILED : null,
    serverErrors: create.error instanceof ApiError ? create.error.fields : NO_ERRORS,
    onSubmit: (values: NewClient) =>
      create.mutate(newClientBody(values), { onSuccess: ({ id }) => onSaved(id, values) }),
  };
}

const NO_ERRORS: ApiError['fields'] = [];
