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
      title="Create new recovery codes?"
      message="Your current codes will stop working. The new codes are shown once."
      failure={renew.error?.message}
      confirmLabel="Create New Codes"
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
