import type { Passkey } from '@ledgerline/contract/auth/two-factor/endpoints';
import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
import { useRemovePasskey } from './api.ts';

export function RemovePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const remove = useRemovePasskey();
  return (
    <DangerDialog
      title="Remove this passkey?"
      message={`You can no longer sign in with “${passkey.name}”. Removing your last two-factor method also deletes your recovery codes.`}
      confirmLabel="Remove"
      action={remove}
      input={passkey.id}
      doneText="Passkey removed."
      onClose={onClose}
    />
  );
}
