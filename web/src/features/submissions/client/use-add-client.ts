import { useState } from 'react';
import { type NewClient, newClientBody } from '../../../domain/clients/new-client-form.tsx';
import { ApiError } from '../../../lib/http.ts';
import { useCreateClientFromForm, useUpdateSubmission } from '../api.ts';

/** The three ways in which it can fail (0§8). */
const ADD_CLIENT_TEXTS = {
  noId: 'Failed to create client - no ID returned',
  notLinked: 'Client created but failed to link to form. Please link manually.',
  failed: 'Failed to create client. Please try again.',
} as const;

/** Creates the client, then links the form to him; gives his number when both went well. */
export function useAddClient(submissionId: number, setErrors: (errors: Record<string, string>) => void) {
  const create = useCreateClientFromForm();
  const link = useUpdateSubmission(submissionId);
  const [failure, setFailure] = useState<string | null>(null);
  /** Pressed again it would make the same client twice. */
  const [isCreated, setCreated] = useState(false);

  async function createOne(values: NewClient): Promise<number | null> {
    try {
      const { id } = await create.mutateAsync(newClientBody(values));
      if (!id) setFailure(ADD_CLIENT_TEXTS.noId);
      else setCreated(true);
      return id || null;
    } catch (error) {
      console.error('the client could not be created', error);
      setFailure(ADD_CLIENT_TEXTS.failed);
      if (error instanceof ApiError)
        setErrors(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
      return null;
    }
  }
  async function add(values: NewClient): Promise<number | null> {
    setFailure(null);
    const id = await createOne(values);
    if (id === null) return null;
    try {
      await link.mutateAsync({ client_id: id });
      return id;
    } catch (error) {
      console.error('the form could not be linked to the new client', error);
      setFailure(ADD_CLIENT_TEXTS.notLinked);
      return null;
    }
  }
  return { add, failure, isCreated, isBusy: create.isPending || link.isPending };
}
