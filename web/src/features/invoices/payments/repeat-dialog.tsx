import { moneyDisplay } from '@ledgerline/contract/rules';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';

interface RepeatDialogProps {
  kind: 'payment' | 'refund' | 'return';
  /** The amount of the rejected attempt. */
  cents: number;
  opened: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms recording the same amount again after a `likely_repeat` error. Enter alone does not confirm. */
export function RepeatDialog({ kind, cents, opened, onConfirm, onClose }: RepeatDialogProps) {
  // The caller clears the amount immediately, but the closing dialog still displays it.
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
