import type { Operation } from '@ledgerline/contract/bulk-actions/endpoints';
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { percentOf } from '../../lib/percent.ts';
import { actionText, number, recordsText, textsOf, waitingText } from './action-texts.ts';
import { useChangeOperation } from './use-operations.ts';

interface OperationProgressProps {
  operation: Operation;
  onLeave: (() => void) | undefined;
}

/** How far a running action or its undo is. */
export function OperationProgress({ operation, onLeave }: OperationProgressProps) {
  const { id, action, state, counts, waiting } = operation;
  const stop = useChangeOperation(id, 'stop');
  const isUndo = state === 'undoing';
  const total = isUndo ? counts.changed : counts.total;
  const done = isUndo ? counts.undone + counts.kept : counts.total - counts.pending;
  const title = isUndo ? 'Undoing…' : textsOf(action).running;
  const label = `${number(done)} of ${recordsText(action, total)}`;
  return (
    <Stack gap="sm">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {actionText(action)}
      </Text>
      <Text size="sm">{`${waiting ? '' : `${title} `}The ${isUndo ? 'undo' : 'action'} continues in the background if you leave this page.`}</Text>
      {waiting && (
        <Alert color="yellow" role="status" title="Waiting for the payment provider">
          {waitingText(waiting)}
        </Alert>
      )}
      <Progress.Root size="lg" transitionDuration={150}>
        <Progress.Section value={percentOf(done, total)} aria-label={title} aria-valuetext={label} />
      </Progress.Root>
      <Text size="sm" className="tabular">
        {label}
      </Text>
      <FailureNote message={stop.error?.message} />
      <Group justify="flex-end" gap="xs">
        {!isUndo && (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            Stop
          </Button>
        )}
        {onLeave && (
          <Button variant="default" onClick={onLeave}>
            Continue in Background
          </Button>
        )}
      </Group>
    </Stack>
  );
}
