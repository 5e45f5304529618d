import { lazy, Suspense, useEffect } from 'react';
import { ConflictDialog } from '../../../domain/clients/conflict-dialog.tsx';
import { clientLabel } from '../store/ledger-announcements.ts';
import type { LedgerDialog } from '../store/ledger-dialogs.ts';
import type { LedgerSession } from '../store/ledger-session.ts';
import { AddRowsDialog } from './add-rows-dialog.tsx';
import { BatchFailedDialog } from './batch-failed-dialog.tsx';
import { ReassignRowsDialog } from './reassign-rows-dialog.tsx';
import { RejectedCellsDialog } from './rejected-cells-dialog.tsx';

const ConfirmNumbersDialog = lazy(async () => ({
  default: (await import('../../../domain/clients/confirm-numbers-dialog.tsx')).ConfirmNumbersDialog,
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
    const { cells, settle, back, backLabel } = dialog;
    const choice = { cells, settle, back, backLabel };
    return <ConflictDialog of="cell" clientName={(id) => clientLabel(session.state, id)} {...choice} />;
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
  if (dialog.kind === 'addRows') return <AddRowsDialog dialog={dialog} />;
  if (dialog.kind === 'reassign') return <ReassignRowsDialog dialog={dialog} />;
  return <BatchFailedDialog dialog={dialog} />;
}
