import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Dialog } from '../../components/ui/dialog.tsx';
import { onReasonNeeded } from '../../lib/reveal-reason.ts';

/** Longer than this no reason has to be. */
const MOST = 200;

/** Asks why a secret is needed, wherever an eye is pressed, in a brokerage that wants to know (decision 064). */
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
        // The form that the eye stands in is not this one.
        event.stopPropagation();
        if (reason.trim() === '') setMissing(true);
        else onReason(reason.trim());
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Reason"
          description="One line, such as “Carrier asked for it”. It is kept in the audit trail with your name."
          value={reason}
          maxLength={MOST}
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
