import type { ClientChange } from '@ledgerline/contract/clients/endpoints';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../../components/ui/notify.ts';
import { useRestoreClientValue } from '../api.ts';
import { historyValue } from '../client-display.ts';
import { fieldLabel } from './history-entry.tsx';

interface RestoreValueDialogProps {
  clientId: number;
  change: ClientChange;
  opened: boolean;
  onClose: () => void;
}

/** Restores the value a field had before a change, after confirmation. */
export function RestoreValueDialog({ clientId, change, opened, onClose }: RestoreValueDialogProps) {
  const restore = useRestoreClientValue(clientId);
  const label = fieldLabel(change);
  const value = historyValue(change.field, change.from);
  const confirm = () =>
    restore.mutate(change.id, {
      onSuccess: () => notifySuccess(`${label} was restored.`),
      onError: (error) => notifyError(error.message),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      opened={opened}
      title="Restore value"
      message={value ? `Restore ${label} to “${value}”?` : `Clear ${label}?`}
      confirmLabel="Restore"
      busy={restore.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
