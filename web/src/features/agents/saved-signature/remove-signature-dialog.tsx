import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { useRemoveSignature } from '../api.ts';

export function RemoveSignatureDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveSignature();
  return (
    <ConfirmDialog
      opened
      title="Remove your saved signature?"
      message="You can no longer sign with it. Documents that you have already signed stay signed."
      failure={remove.error?.message}
      confirmLabel="Remove"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notifySuccess('Signature removed.');
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
