import type { LedgerSession } from '../store/ledger-session.ts';
import { AddRowsDialog } from './add-rows-dialog.tsx';
import { BatchFailedDialog } from './batch-failed-dialog.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { RefusedCellsDialog } from './refused-cells-dialog.tsx';

/** Whatever the ledger has to ask, one question at a time. */
export function LedgerDialogs({ session }: { session: LedgerSession }) {
  const { dialog } = session.state;
  if (!dialog) return null;
  if (dialog.kind === 'conflict') return <ConflictDialog session={session} dialog={dialog} />;
  if (dialog.kind === 'refused') return <RefusedCellsDialog dialog={dialog} />;
  if (dialog.kind === 'addRows') return <AddRowsDialog dialog={dialog} />;
  return <BatchFailedDialog dialog={dialog} />;
}
