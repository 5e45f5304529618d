import { useMutation } from '@tanstack/react-query';
import { hasErrorCode } from '../../../lib/api-error.ts';
import { type Client, fetchRelatedData, useDeleteClient, useUpdateClient } from '../api.ts';

const DELETE_FAILED = 'Failed to delete client. Please try again.';
const INACTIVE_FAILED = 'Failed to make client inactive. Please try again.';

interface Outcomes {
  onDeleted: () => void;
  onDeactivated: () => void;
}

/** Deletes a client. Related records are checked first and block deletion (decisions A7). */
export function useDeletion(client: Client, { onDeleted, onDeactivated }: Outcomes) {
  const related = useMutation({ mutationFn: () => fetchRelatedData(client.id) });
  const deletion = useDeleteClient(client.id);
  const update = useUpdateClient(client.id);
  const failures = [
    related.isError || deletion.isError ? DELETE_FAILED : null,
    update.isError ? INACTIVE_FAILED : null,
  ];
  return {
    related: related.data?.data ?? null,
    isChecking: related.isPending,
    isDeleting: deletion.isPending,
    isDeactivating: update.isPending,
    failure: failures.find((text) => text !== null) ?? null,
    start() {
      deletion.reset();
      update.reset();
      related.mutate();
    },
    confirm() {
      deletion.mutate(undefined, {
        onSuccess: onDeleted,
        // A related record was added in the meantime: offer to make the client inactive instead.
        onError: (error) => {
          if (hasErrorCode(error, 'has_related_data')) related.mutate();
        },
      });
    },
    deactivate() {
      update.mutate({ status: 'inactive' }, { onSuccess: onDeactivated });
    },
  };
}
