import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useRemoveTwoFactor } from './api.ts';

interface RemoveTwoFactorDialogProps {
  agentId: number;
  onClose: () => void;
}

/** For an agent who lost both phone and passkeys. */
export function RemoveTwoFactorDialog({ agentId, onClose }: RemoveTwoFactorDialogProps) {
  const remove = useRemoveTwoFactor(agentId);
  const { sso, is_email_connected: isConnected } = usePublicSettings();
  return (
    <ConfirmDialog
      opened
      title="Remove two-factor authentication?"
      message={`The agent then signs in with ${sso?.only ? sso.name : 'the password'} alone until two-factor authentication is set up again. The agent is signed out on all devices${isConnected ? ' and notified by email' : ''}. Make sure the request really comes from the agent.`}
      failure={remove.error?.message}
      confirmLabel="Remove Two-Factor Authentication"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notifySuccess('Two-factor authentication removed.');
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
