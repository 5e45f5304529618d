import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useRemoveIdentity } from './api.ts';

interface DisconnectDialogProps {
  agentId: number;
  /** Of the identity provider. */
  name: string;
  onClose: () => void;
}

/** For an account at the provider that was made anew, or is somebody else's by now. */
export function DisconnectDialog({ agentId, name, onClose }: DisconnectDialogProps) {
  const remove = useRemoveIdentity(agentId);
  return (
    <ConfirmDialog
      opened
      title={`Disconnect from ${name}?`}
      message="Every sign-in of the agent ends, and an email says so. The next sign-in connects the account there that then has the agent’s email address."
      failure={remove.error?.message}
      confirmLabel="Disconnect"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notifySuccess('Disconnected.');
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
