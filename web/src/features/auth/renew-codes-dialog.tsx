import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { useRenewCodes } from './api.ts';

interface RenewCodesDialogProps {
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}

export function RenewCodesDialog({ onCodes, onClose }: RenewCodesDialogProps) {
  const renew = useRenewCodes();
  return (
    <ConfirmDialog
      opened
      title="Make new recovery codes?"
      message="Those you have now work no more. The new ones are shown once."
      failure={renew.error?.message}
      confirmLabel="Make new codes"
      danger
      busy={renew.isPending}
      onConfirm={() =>
        renew.mutate(undefined, {
          onSuccess: (codes) => {
            onClose();
            onCodes(codes);
          },
        })
      }
      onClose={onClose}
    />
  );
}
