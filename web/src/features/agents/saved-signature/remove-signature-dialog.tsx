import { DangerDialog } from '../../../components/ui/danger-dialog.tsx';
import { useRemoveSignature } from '../api.ts';

export function RemoveSignatureDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveSignature();
  return (
    <DangerDialog
      title="Remove your saved signature?"
      message="You can no longer sign with it. Documents that you have already signed stay signed."
      confirmLabel="Remove"
      action={remove}
      input={undefined}
      doneText="Signature removed."
      onClose={onClose}
    />
  );
}
