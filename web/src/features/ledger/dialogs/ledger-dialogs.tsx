import { useEffect } from 'react';
import type { LedgerSession } from '../store/ledger-session.ts';
import { AddRowsDialog } from './add-rows-dialog.tsx';
import { BatchFailedDialog } from './batch-failed-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { ReassignRowsDialog } from './reassign-rows-dialog.tsx';
import { RejectedCellsDialog } from './rejected-cells-dialog.tsx';

interface LedgerDialogsProps {
  session: LedgerSession;
  /** The last question is answered. */
  onClosed: () => void;
}

/** Whatever the ledger has to ask, one question at a time. */
export function LedgerDialogs({ session, onClosed }: LedgerDialogsProps) {
  const { dialog } = session.state;
  const isOpen = dialog !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the dialog goes
  useEffect(() => (isOpen ? onClosed : undefined), [isOpen]);
  if (!dialog) return null;
  if (dialog.kind === 'conflict') return <ConflictDialog session={session} dialog={dialog} />;
  if (dialog.kind === 'refused') return <RejectedCellsDialog dialog={dialog} />;
  if (dialog.kind === 'addRows') return <AddRowsDialog dialog={dialog} />;
  if (dialog.kind === 'handOver') return <ReassignRowsDialog dialog={dialog} />;
  return <BatchFailedDialog dialog={dialog} />;
}
