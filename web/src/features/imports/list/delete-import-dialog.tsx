import type { Import } from '@ledgerline/contract/imports/endpoints';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useDeleteImport } from '../api.ts';

interface DeleteImportDialogProps {
  batch: Import;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms discarding an import that has not run. */
export function DeleteImportDialog({ batch, opened, onClose, onDeleted }: DeleteImportDialogProps) {
  const remove = useDeleteImport(batch.id);
  return (
    <ConfirmDialog
      opened={opened}
      title="Discard this import?"
      message={`“${batch.file_name}” and its settings will be removed. No ${batch.kind} have been changed.`}
      failure={remove.error?.message}
      confirmLabel="Discard"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
    />
  );
}
