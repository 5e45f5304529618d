import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Dialog } from '../../components/ui/dialog.tsx';
import { onReasonNeeded } from '../../lib/reveal-reason.ts';

/** Maximum length of a reason. */
const MAX_LENGTH = 200;

/** Prompts for the reason of a reveal, wherever it is requested, in brokerages that require one (decision 064). */
export function RevealReasonDialog() {
  const [answer, setAnswer] = useState<{ submit: (reason: string | null) => void } | null>(null);
  useEffect(
    () =>
      onReasonNeeded(
        () =>
          new Promise((resolve) => {
            setAnswer((before) => {
              before?.submit(null);
              return { submit: resolve };
            });
          }),
      ),
    [],
  );
  function end(reason: string | null) {
    answer?.submit(reason);
    setAnswer(null);
  }
  return (
    <Dialog opened={answer !== null} onClose={() => end(null)} title="Why is this needed?" size="sm">
      {answer && <ReasonForm onReason={end} />}
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
