import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../components/ui/dialog.tsx';

/** Maximum length of a reason. */
const MAX_LENGTH = 200;

interface RevealReasonDialogProps {
  opened: boolean;
  /** null if the prompt was cancelled. */
  onEnd: (reason: string | null) => void;
}

/** Prompts for the reason of a reveal, in brokerages that require one (decision 064). */
export function RevealReasonDialog({ opened, onEnd }: RevealReasonDialogProps) {
  return (
    <Dialog opened={opened} onClose={() => onEnd(null)} title="Why is this needed?" size="sm">
      {opened && <ReasonForm onReason={onEnd} />}
    </Dialog>
  );
}

function ReasonForm({ onReason }: { onReason: (reason: string | null) => void }) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A submit must not reach the form around the reveal button.
        event.stopPropagation();
        if (reason.trim() === '') setMissing(true);
        else onReason(reason.trim());
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Reason"
          description="A short reason, such as “Requested by the carrier”. It is recorded in the audit log with your name."
          value={reason}
          maxLength={MAX_LENGTH}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isMissing && reason.trim() === '' ? 'Please enter a reason.' : undefined}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onReason(null)}>
            Cancel
          </Button>
          <Button type="submit">Reveal</Button>
        </Group>
      </Stack>
    </form>
  );
}
