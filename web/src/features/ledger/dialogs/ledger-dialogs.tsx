import { countText } from '@ledgerline/contract/rules';
import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { clientLabel } from '../store/ledger-announcements.ts';
import type { LedgerDialog } from '../store/ledger-dialogs.ts';
import type { LedgerSession } from '../store/ledger-session.ts';
import { ReassignRowsDialog } from './reassign-rows-dialog.tsx';
import { RejectedCellsDialog } from './rejected-cells-dialog.tsx';

const ConflictDialog = lazy(async () => ({
  default: (await import('../../../domain/clients/conflict-dialog.tsx')).ConflictDialog,
}));

const ConfirmNumbersDialog = lazy(async () => ({
  default: (await import('../../../domain/clients/confirm-numbers-dialog.tsx')).ConfirmNumbersDialog,
}));

const DuplicatesDialog = lazy(async () => ({
  default: (await import('./duplicates-dialog.tsx')).DuplicatesDialog,
}));

interface LedgerDialogsProps {
  session: LedgerSession;
  /** Called when the last dialog is closed. */
  onClosed: () => void;
}

/** The dialogs of the ledger, one at a time. */
export function LedgerDialogs({ session, onClosed }: LedgerDialogsProps) {
  const { dialog } = session.state;
  const isOpen = dialog !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the dialog closes
  useEffect(() => (isOpen ? onClosed : undefined), [isOpen]);
  return dialog && <OpenDialog key={session.state.answeredDialogs} dialog={dialog} session={session} />;
}

function OpenDialog({ dialog, session }: { dialog: LedgerDialog; session: LedgerSession }) {
  if (dialog.kind === 'conflict') {
    const { cells, resolve, back, backLabel } = dialog;
    const choice = { cells, resolve, back, backLabel };
    return (
      <Suspense fallback={null}>
        <ConflictDialog of="cell" clientName={(id) => clientLabel(session.state, id)} {...choice} />
      </Suspense>
    );
  }
  if (dialog.kind === 'rejected') return <RejectedCellsDialog dialog={dialog} />;
  if (dialog.kind === 'numbers') {
    const { error, confirm, cancel } = dialog;
    return (
      <Suspense fallback={null}>
        <ConfirmNumbersDialog error={error} onConfirm={confirm} onClose={cancel} />
      </Suspense>
    );
  }
  if (dialog.kind === 'duplicates') {
    return (
      <Suspense fallback={null}>
        <DuplicatesDialog dialog={dialog} />
      </Suspense>
    );
  }
  if (dialog.kind === 'addRows') return <AddRowsDialog dialog={dialog} />;
  if (dialog.kind === 'reassign') return <ReassignRowsDialog dialog={dialog} />;
  return <BatchFailedDialog dialog={dialog} />;
}

type Failed = Extract<LedgerDialog, { kind: 'batchFailed' }>;

/** A paste or fill that did not reach the server. Nothing was saved, and all of it can be retried. */
function BatchFailedDialog({ dialog }: { dialog: Failed }) {
  const what = countText(dialog.count, 'change was', 'changes were');
  return (
    <Dialog opened onClose={dialog.discard} title={`${what} not saved`} size="sm">
      <Text size="sm">{dialog.message}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        The cells show their previous values.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={dialog.discard}>
          Discard
        </Button>
        <Button onClick={dialog.retry} data-autofocus>
          Retry
        </Button>
      </Group>
    </Dialog>
  );
}

type AddRows = Extract<LedgerDialog, { kind: 'addRows' }>;

/** The pasted cells reach past the last row. */
function AddRowsDialog({ dialog }: { dialog: AddRows }) {
  const rows = countText(dialog.count, 'row');
  return (
    <Dialog opened onClose={dialog.cancel} title={`Add ${rows}?`} size="md">
      <Text size="sm">
        The copied cells reach {rows} past the last row. Each of these rows becomes a new client.
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={dialog.cancel}>
          Cancel
        </Button>
        {dialog.pasteWithout && (
          <Button variant="default" onClick={dialog.pasteWithout}>
            Paste Without Them
          </Button>
        )}
        <Button onClick={dialog.addRows} data-autofocus>
          Add {rows}
        </Button>
      </Group>
    </Dialog>
  );
}
