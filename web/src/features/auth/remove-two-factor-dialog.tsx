import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
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
    <DangerDialog
      title="Remove two-factor authentication?"
      message={`The agent then signs in with ${sso?.only ? sso.name : 'the password'} alone until two-factor authentication is set up again. The agent is signed out on all devices${isConnected ? ' and notified by email' : ''}. Make sure the request really comes from the agent.`}
      confirmLabel="Remove Two-Factor Authentication"
      action={remove}
      input={undefined}
      doneText="Two-factor authentication removed."
      onClose={onClose}
    />
  );
}
