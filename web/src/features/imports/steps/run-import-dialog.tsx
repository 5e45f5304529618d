import type { Import } from '@ledgerline/contract/imports/endpoints';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useRunImport } from '../api.ts';
import { rowsText, runText } from '../import-texts.ts';

interface RunImportDialogProps {
  made: Import;
  opened: boolean;
  onClose: () => void;
  onStarted: () => void;
}

/** The last word before clients change. */
export function RunImportDialog({ made, opened, onClose, onStarted }: RunImportDialogProps) {
  const run = useRunImport(made.id);
  return (
    <ConfirmDialog
      opened={opened}
      title={`Import “${made.file_name}”?`}
      message={`${runText(made)} The import can be reverted afterwards.`}
      failure={run.error?.message}
      confirmLabel={`Import ${rowsText(made.counts.created + made.counts.updated)}`}
      busy={run.isPending}
      onConfirm={() => run.mutate(undefined, { onSuccess: onStarted })}
      onClose={onClose}
    />
  );
}
