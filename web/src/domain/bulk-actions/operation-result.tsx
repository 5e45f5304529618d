import type { Operation } from '@ledgerline/contract/bulk-actions/endpoints';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { useAgentNames } from '../agents/agent-names.ts';
import { dayText, momentText } from '../days.ts';
import { actionText, clientsText, invoicesText, isEmail, textsOf } from './action-texts.ts';
import { OperationItems } from './operation-items.tsx';
import { useChangeOperation, useDownloadOutcome } from './use-operations.ts';

interface OperationResultProps {
  operation: Operation;
  onClose: (() => void) | undefined;
}

/** What an action did to each record, with its undo. */
export function OperationResult({ operation, onClose }: OperationResultProps) {
  const { id, action, state } = operation;
  useAgentNames();
  const download = useDownloadOutcome(id);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {actionText(action)}
        </Text>
        <Text size="sm" role="status">
          {resultText(operation)}
        </Text>
        <Text size="sm" c="dimmed">
          {`${operation.agent_name} · ${momentText(operation.created_at)}`}
        </Text>
      </div>
      <OperationItems
        operation={operation}
        views={['all', 'changed', 'skipped', 'rejected', 'kept']}
        first={state === 'undone' ? 'kept' : 'all'}
      />
      <FailureNote message={download.error?.message} />
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Download Result
        </Button>
        {operation.can_undo && (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => setConfirming(true)}
          >
            Undo
          </Button>
        )}
        {onClose && <Button onClick={onClose}>Close</Button>}
      </Group>
      <UndoDialog operation={operation} opened={isConfirming} onClose={() => setConfirming(false)} />
    </Stack>
  );
}

function resultText({ action, state, counts, undo_until, undone_by, can_undo }: Operation): string {
  if (state === 'undone') {
    const again = can_undo && undo_until ? ` You can try to undo the rest until ${dayText(undo_until)}.` : '';
    const kept =
      counts.kept > 0 ? ` For ${clientsText(counts.kept)}, not everything could be undone.${again}` : '';
    return `Undone for ${clientsText(counts.undone)}${undone_by ? ` by ${undone_by}` : ''}.${kept}`;
  }
  if (counts.changed === 0) return textsOf(action).none;
  const undo = can_undo && undo_until ? ` You can undo this until ${dayText(undo_until)}.` : '';
  if (isEmail(action))
    return `Emails to ${clientsText(counts.changed)} were queued. Each client’s page shows whether they were delivered.`;
  if (action.kind === 'add_task') return `The task was added for ${clientsText(counts.changed)}.${undo}`;
  if (action.kind === 'send_invoice')
    return `${invoicesText(counts.changed)} sent. The page of each client shows whether the email was delivered.`;
  if (action.kind === 'void_invoice') return `${invoicesText(counts.changed)} voided.`;
  return `${clientsText(counts.changed)} changed.${undo}`;
}

interface UndoDialogProps {
  operation: Operation;
  opened: boolean;
  onClose: () => void;
}

function UndoDialog({ operation: { id, action, counts }, opened, onClose }: UndoDialogProps) {
  const left = clientsText(counts.changed - counts.undone);
  const undo = useChangeOperation(id, 'undo');
  return (
    <ConfirmDialog
      opened={opened}
      title={'values' in action.params ? 'Undo this change?' : 'Undo this bulk action?'}
      message={
        action.kind === 'add_task'
          ? `The tasks of ${left} will be removed. Tasks that were changed since then are kept and listed.`
          : `The previous values of ${left} will be restored. Values that were changed since then are kept and listed.`
      }
      failure={undo.error?.message}
      confirmLabel="Undo Action"
      busy={undo.isPending}
      onConfirm={() => undo.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
