import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { linkFormErrorMessage, linkFormInputError } from '@ledgerline/contract/rules';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { clientName } from '../../../domain/clients/client-name.ts';
import { ClientPicker } from '../../../domain/clients/client-picker.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { useUpdateSubmission } from '../api.ts';

interface LinkClientDialogProps {
  /** null keeps it closed. */
  submission: Pick<Submission, 'id' | 'title' | 'form_name_agent'> | null;
  onClose: () => void;
  onLinked: (clientId: number) => void;
}

/** Links a form without a client to one (0§2 link-form-to-client). */
export function LinkClientDialog({ submission, onClose, onLinked }: LinkClientDialogProps) {
  return (
    <GuardedModal opened={submission !== null} onClose={onClose} title="Link to Client">
      {submission && <Body submission={submission} onClose={onClose} onLinked={onLinked} />}
    </GuardedModal>
  );
}

type BodyProps = Omit<LinkClientDialogProps, 'submission'> & {
  submission: Pick<Submission, 'id' | 'title' | 'form_name_agent'>;
};

function Body({ submission, onClose, onLinked }: BodyProps) {
  const [client, setClient] = useState<ClientRow | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const update = useUpdateSubmission(submission.id);

  async function link() {
    const problem = linkFormInputError({ form_id: submission.id, client_id: client?.id });
    setFailure(problem);
    if (problem !== null || !client) return;
    try {
      await update.mutateAsync({ client_id: client.id });
      notifySuccess(`Linked to ${clientName(client)}.`);
      onLinked(client.id);
    } catch (error) {
      console.error('the form could not be linked to the client', error);
      setFailure(linkFormErrorMessage({ status: error instanceof ApiError ? error.status : undefined }));
    }
  }
  return (
    <Stack gap="sm">
      <Text size="sm">Choose the client for “{formNameText(submission)}”.</Text>
      <ClientPicker label="Client" value={client} onChange={setClient} autoFocus />
      {failure && <Alert color="red">{failure}</Alert>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={update.isPending}>
          Cancel
        </Button>
        <Button onClick={() => void link()} loading={update.isPending}>
          Link to Client
        </Button>
      </Group>
    </Stack>
  );
}
