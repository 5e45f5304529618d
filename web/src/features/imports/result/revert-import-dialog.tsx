import type { Import } from '@ledgerline/contract/imports/endpoints';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useRevertImport } from '../api.ts';
import { revertText } from '../import-texts.ts';

interface RevertImportDialogProps {
  batch: Import;
  opened: boolean;
  onClose: () => void;
  onStarted?: () => void;
}

/** Confirms a revert and states what it undoes and what it keeps. */
export function RevertImportDialog({ batch, opened, onClose, onStarted }: RevertImportDialogProps) {
  const revert = useRevertImport(batch.id);
  const started = () => {
    onClose();
    onStarted?.();
  };
  return (
    <ConfirmDialog
      opened={opened}
      title="Revert this import?"
      message={revertText(batch)}
      failure={revert.error?.message}
      confirmLabel="Revert Import"
      danger
      busy={revert.isPending}
      onConfirm={() => revert.mutate(undefined, { onSuccess: started })}
      onClose={onClose}
    />
  );
}
