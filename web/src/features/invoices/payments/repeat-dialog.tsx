import { moneyDisplay } from '@ledgerline/contract/rules';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';

interface RepeatDialogProps {
  kind: 'payment' | 'refund' | 'return';
  /** Of what was refused so far. */
  cents: number;
  opened: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** The server asks (`likely_repeat`) before the same amount goes into the books again; Enter alone does not confirm it. */
export function RepeatDialog({ kind, cents, opened, onConfirm, onClose }: RepeatDialogProps) {
  // Who asks forgets the amount at once; the dialog that fades away still names it.
  const [shown, setShown] = useState(cents);
  if (opened && shown !== cents) setShown(cents);
  return (
    <ConfirmDialog
      opened={opened}
      title="Record it again?"
      message={`A ${kind} of ${moneyDisplay(shown)} was recorded on this invoice within the last ten minutes.`}
      confirmLabel="Record Again"
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
