import type { getRelatedData } from '@ledgerline/contract/clients/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { hasErrorCode } from '../../../lib/api-error.ts';
import { type Client, fetchRelatedData, useDeleteClient, useUpdateClient } from '../api.ts';
import { clientName } from '../client-display.ts';

type RelatedData = ReplyOf<typeof getRelatedData>['data'];

interface DeleteClientDialogProps {
  client: Client;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
  onDeactivated: () => void;
}

/** Confirms deletion by client name. Offers Make Inactive Instead if there are related records (0§4). */
export function DeleteClientDialog(props: DeleteClientDialogProps) {
  const { client, opened, onClose, onDeleted, onDeactivated } = props;
  const deletion = useDeletion(client, { onDeleted, onDeactivated });
  const check = useEffectEvent(() => deletion.start());
  useEffect(() => {
    if (opened) check();
  }, [opened]);
  const isBusy = deletion.isDeleting || deletion.isDeactivating;
  const close = isBusy ? () => undefined : onClose;
  return (
    <Dialog opened={opened} onClose={close} title="Delete Client">
      <Stack gap="sm">
        {deletion.failure && <Alert color="red">{deletion.failure}</Alert>}
        <Question name={clientName(client)} related={deletion.related} isChecking={deletion.isChecking} />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={close} disabled={isBusy} data-autofocus>
            Cancel
          </Button>
          {deletion.related?.hasRelated ? (
            <Button onClick={deletion.deactivate} loading={deletion.isDeactivating}>
              Make Inactive Instead
            </Button>
          ) : (
            <Button
              color="red"
              onClick={deletion.related ? deletion.confirm : deletion.start}
              loading={deletion.isDeleting}
              disabled={deletion.isChecking}
            >
              {deletion.related || deletion.isChecking ? 'Delete Client' : 'Try Again'}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

interface QuestionProps {
  name: string;
  related: RelatedData | null;
  isChecking: boolean;
}

function Question({ name, related, isChecking }: QuestionProps) {
  if (isChecking)
    return (
      <Stack gap={8} role="status" aria-label="Checking for related records">
        <Skeleton height={14} width="90%" radius="sm" />
        <Skeleton height={14} width="60%" radius="sm" />
      </Stack>
    );
  if (!related) return <Text size="sm">{name} was not deleted.</Text>;
  if (related.hasRelated)
    return (
      <Text size="sm">
        <strong>{name}</strong> can’t be deleted because of {relatedText(related)}. Make the client inactive
        to hide them from daily work and keep all records.
      </Text>
    );
  return (
    <Text size="sm">
      Delete <strong>{name}</strong> and everything on this page? This cannot be undone.
    </Text>
  );
}

/** `2 sessions, 1 document and 3 forms`. */
function relatedText(related: RelatedData): string {
  const counts = [
    [related.sessions, 'session', 'sessions'],
    [related.documents, 'document', 'documents'],
    [related.forms, 'form', 'forms'],
    [related.invoices, 'invoice', 'invoices'],
    [related.policies, 'policy', 'policies'],
  ] as const;
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return new Intl.ListFormat('en-US').format(parts);
}

const DELETE_FAILED = 'Failed to delete client. Please try again.';
const INACTIVE_FAILED = 'Failed to make client inactive. Please try again.';

interface Outcomes {
  onDeleted: () => void;
  onDeactivated: () => void;
}

/** Deletes a client. Related records are checked first and block deletion (decisions A7). */
function useDeletion(client: Client, { onDeleted, onDeactivated }: Outcomes) {
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
