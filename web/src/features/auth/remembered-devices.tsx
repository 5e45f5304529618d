import type { RememberedDevice } from '@ledgerline/contract/auth/remembered-devices/endpoints';
import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { momentText } from '../../domain/days.ts';
import { hasErrorCode } from '../../lib/api-error.ts';
import { useRememberedDevices, useRemoveDevices } from './api.ts';
import styles from './two-factor-card.module.css';

interface RememberedDevicesProps {
  agentId: number;
  /** The signed-in agent's own devices. */
  isOwn: boolean;
}

/** The devices on which an agent skips two-factor authentication (decision 114). */
export function RememberedDevices({ agentId, isOwn }: RememberedDevicesProps) {
  const titleId = useId();
  const query = useRememberedDevices(agentId);
  const [removing, setRemoving] = useState<RememberedDevice | 'all' | null>(null);
  // Hidden for an agent with more privileges than the viewer, like the sign-ins.
  if (hasErrorCode(query.error, 'not_allowed', 'not_found')) return null;
  return (
    <section aria-labelledby={titleId}>
      <Title order={3} id={titleId} fz={14} mb={4}>
        Remembered devices
      </Title>
      <Loaded
        query={query}
        failed="Couldn’t load remembered devices."
        loading={<Skeleton height={44} role="status" aria-label="Loading remembered devices" />}
        isInCard
      >
        {({ data, can_remember_devices }) =>
          data.length > 0 ? (
            <Devices devices={data} isOwn={isOwn} onRemove={setRemoving} />
          ) : (
            <Text size="sm" c="dimmed">
              {emptyText(isOwn, can_remember_devices)}
            </Text>
          )
        }
      </Loaded>
      {removing && (
        <RemoveDevicesDialog
          agentId={agentId}
          device={removing === 'all' ? null : removing}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  );
}

function emptyText(isOwn: boolean, isAllowed: boolean): string {
  if (!isAllowed) return 'None. The sign-in policy doesn’t allow them.';
  return isOwn ? 'None. When you sign in, you can choose to be remembered on a device for 30 days.' : 'None.';
}

interface DevicesProps {
  devices: readonly RememberedDevice[];
  isOwn: boolean;
  onRemove: (device: RememberedDevice | 'all') => void;
}

function Devices({ devices, isOwn, onRemove }: DevicesProps) {
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {isOwn
          ? 'On these devices you sign in without two-factor authentication. If you don’t recognize one, remove it.'
          : 'On these devices this agent signs in without two-factor authentication.'}
      </Text>
      <ul className={`plain ${styles.steps}`}>
        {devices.map((device) => (
          <li className={styles.step} key={device.id}>
            <IconDevices size={18} aria-hidden />
            <div className={styles.words}>
              <Group gap="xs">
                <Text size="sm" fw={500} component="span">
                  {device.device}
                </Text>
                {isOwn && device.is_current && (
                  <Badge size="sm" variant="light" tt="none">
                    This device
                  </Badge>
                )}
              </Group>
              <Text size="xs" c="dimmed" className="tabular">
                {factsOf(device)}
              </Text>
            </div>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              onClick={() => onRemove(device)}
              aria-label={`Remove ${device.device}`}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {devices.length > 1 && (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onRemove('all')}>
            Remove All
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function factsOf({ remembered_at, last_used_at, expires_at }: RememberedDevice): string {
  const used = last_used_at === null ? '' : `, last used ${momentText(last_used_at)}`;
  return `Remembered ${momentText(remembered_at)}${used}. Expires ${momentText(expires_at)}.`;
}

interface RemoveDevicesDialogProps {
  agentId: number;
  /** Null for all of the agent's devices. */
  device: RememberedDevice | null;
  onClose: () => void;
}

function RemoveDevicesDialog({ agentId, device, onClose }: RemoveDevicesDialogProps) {
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
