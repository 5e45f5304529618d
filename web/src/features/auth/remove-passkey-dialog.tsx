import type { Passkey } from '@ledgerline/contract/auth/two-factor/endpoints';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useRemovePasskey } from './api.ts';

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useRemovePasskey();
  return (
    <ConfirmDialog
      opened
      title="Remove this passkey?"
      message={`You can no longer sign in with “${passkey.name}”. Removing your last two-factor method also deletes your recovery codes.`}
      failure={remove.error?.message}
      confirmLabel="Remove"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(passkey.id, {
          onSuccess: () => {
            notifySuccess('Passkey removed.');
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
