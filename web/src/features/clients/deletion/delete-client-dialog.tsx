import type { getRelatedData } from '@ledgerline/contract/clients/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import type { Client } from '../api.ts';
import { clientName } from '../client-display.ts';
import { useDeletion } from './use-deletion.ts';

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
        <strong>{name}</strong> has {relatedText(related)} and can’t be deleted. Make the client inactive to
        hide them from daily work and keep all records.
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
    [related.sessions, 'session'],
    [related.documents, 'document'],
    [related.forms, 'form'],
    [related.invoices, 'invoice'],
  ] as const;
  const parts = counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`);
  return new Intl.ListFormat('en-US').format(parts);
}
