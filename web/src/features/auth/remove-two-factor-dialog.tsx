import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useRemoveTwoFactor } from './api.ts';

interface RemoveTwoFactorDialogProps {
  agentId: number;
  onClose: () => void;
}

/** For an agent who lost phone and passkeys. */
export function RemoveTwoFactorDialog({ agentId, onClose }: RemoveTwoFactorDialogProps) {
  const remove = useRemoveTwoFactor(agentId);
  const { sso } = usePublicSettings();
  return (
    <ConfirmDialog
      opened
      title="Remove the second steps?"
      message={`The agent then signs in with ${sso?.only ? sso.name : 'the password'} alone until a new second step is set up. Every sign-in of the agent ends, and an email says so. Make sure that it is really the agent who asks you.`}
      failure={remove.error?.message}
      confirmLabel="Remove second steps"
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
