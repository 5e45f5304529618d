import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
import { useRemoveApp } from './api.ts';

export function RemoveAppDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveApp();
  return (
    <DangerDialog
      title="Remove the authenticator app?"
      message="You can no longer sign in with its codes. Removing your last two-factor method also deletes your recovery codes."
      confirmLabel="Remove"
      action={remove}
      input={undefined}
      doneText="Authenticator app removed."
      onClose={onClose}
    />
  );
}
