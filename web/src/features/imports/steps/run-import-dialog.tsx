import type { Import } from '@ledgerline/contract/imports/endpoints';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useRunImport } from '../api.ts';
import { rowsText, runText } from '../import-texts.ts';

interface RunImportDialogProps {
  batch: Import;
  opened: boolean;
  onClose: () => void;
  onStarted: () => void;
}

/** Final confirmation before clients are changed. */
export function RunImportDialog({ batch, opened, onClose, onStarted }: RunImportDialogProps) {
  const run = useRunImport(batch.id);
  return (
    <ConfirmDialog
      opened={opened}
      title={`Import “${batch.file_name}”?`}
      message={`${runText(batch)} You can revert the import later.`}
      failure={run.error?.message}
      confirmLabel={`Import ${rowsText(batch.counts.created + batch.counts.updated)}`}
      busy={run.isPending}
      onConfirm={() => run.mutate(undefined, { onSuccess: onStarted })}
      onClose={onClose}
    />
  );
}
