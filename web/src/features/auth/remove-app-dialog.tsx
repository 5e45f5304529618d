import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useRemoveApp } from './api.ts';

export function RemoveAppDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveApp();
  return (
    <ConfirmDialog
      opened
      title="Remove the authenticator app?"
      message="You can no longer sign in with its codes. Removing your last two-factor method also deletes your recovery codes."
      failure={remove.error?.message}
      confirmLabel="Remove"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notifySuccess('Authenticator app removed.');
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
