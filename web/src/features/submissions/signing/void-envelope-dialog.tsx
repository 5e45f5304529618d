import { voidEnvelopeMessage } from '@ledgerline/contract/rules';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type DialogGuard, GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { ApiError } from '../../../lib/http.ts';
import { useVoidEnvelope } from '../api.ts';

interface VoidEnvelopeDialogProps {
  submission: Pick<Submission, 'id' | 'title' | 'form_name_agent'>;
  opened: boolean;
  onClose: () => void;
}

const DEFAULT_REASON = 'Voided by agent';

/** Ends the signing of one form for good, with a reason (decisions J6). */
export function VoidEnvelopeDialog({ submission, opened, onClose }: VoidEnvelopeDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Void Envelope" size="sm">
      {(guard) => <Body submission={submission} guard={guard} onClose={onClose} />}
    </GuardedModal>
  );
}

type BodyProps = Omit<VoidEnvelopeDialogProps, 'opened'> & { guard: DialogGuard };

function Body({ submission, guard, onClose }: BodyProps) {
  const [reason, setReason] = useState(DEFAULT_REASON);
  const voiding = useVoidEnvelope(submission.id);

  function type(text: string) {
    setReason(text);
    guard.setDirty(text !== DEFAULT_REASON);
  }
  async function confirm() {
    try {
      await voiding.mutateAsync(reason.trim() || DEFAULT_REASON);
      notifySuccess('Envelope voided.');
      onClose();
    } catch (error) {
      // The dialog says it from the mutation's own error.
      console.error('the envelope was not voided', error);
    }
  }
  return (
    <Stack gap="sm">
      <Text size="sm">
        Void the envelope of “{formNameText(submission)}”? Nobody can sign it any more. This cannot be undone.
      </Text>
      <Textarea
        label="Reason"
        rows={3}
        maxLength={1000}
        value={reason}
        onChange={(event) => type(event.currentTarget.value)}
        data-autofocus
      />
      {voiding.error && <Alert color="red">{voidFailure(voiding.error)}</Alert>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={guard.requestClose} disabled={voiding.isPending}>
          Cancel
        </Button>
        <Button color="red" onClick={() => void confirm()} loading={voiding.isPending}>
          Void Envelope
        </Button>
      </Group>
    </Stack>
  );
}

/** The server's sentence decides between the two texts of 1§8. */
function voidFailure(error: Error): string {
  const server_message = error instanceof ApiError ? (error.serverMessage ?? error.message) : error.message;
  return voidEnvelopeMessage({ server_message });
}
