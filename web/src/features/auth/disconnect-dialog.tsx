import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
import { useIsEmailConnected } from '../../lib/public-settings.ts';
import { useRemoveIdentity } from './api.ts';

interface DisconnectDialogProps {
  agentId: number;
  /** Name of the identity provider. */
  name: string;
  onClose: () => void;
}

/** For a provider account that was recreated or now belongs to another person. */
export function DisconnectDialog({ agentId, name, onClose }: DisconnectDialogProps) {
  const remove = useRemoveIdentity(agentId);
  const isConnected = useIsEmailConnected();
  return (
    <DangerDialog
      title={`Disconnect from ${name}?`}
      message={`The agent is signed out on all devices${isConnected ? ' and notified by email' : ''}. The next sign-in connects the provider account that has the agent’s email address at that time.`}
      confirmLabel="Disconnect"
      action={remove}
      input={undefined}
      doneText="Disconnected."
      onClose={onClose}
    />
  );
}
