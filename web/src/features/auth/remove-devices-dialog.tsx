import type { RememberedDevice } from '@ledgerline/contract/auth/remembered-devices/endpoints';
import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
import { useRemoveDevices } from './api.ts';

interface RemoveDevicesDialogProps {
  agentId: number;
  /** Null for all of the agent's devices. */
  device: RememberedDevice | null;
  onClose: () => void;
}

export function RemoveDevicesDialog({ agentId, device, onClose }: RemoveDevicesDialogProps) {
  const remove = useRemoveDevices(agentId);
  return (
    <DangerDialog
      title={device ? 'Remove this device?' : 'Remove all devices?'}
      message={`The next sign-in on ${device?.device ?? 'each device'} needs two-factor authentication again. A current sign-in there continues.`}
      confirmLabel={device ? 'Remove' : 'Remove All'}
      action={remove}
      input={device?.id ?? null}
      doneText={device ? 'Device removed.' : 'All devices removed.'}
      onClose={onClose}
    />
  );
}
