import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { SectionCard } from '../../components/ui/section-card.tsx';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { useRemoveTwoFactor, useSignInPolicy } from './api.ts';
import { RememberedDevices } from './remembered-devices.tsx';

/** For owners, on another agent's account: shows whether two-factor authentication is set up and removes it after a loss. */
export function AgentTwoFactorCard({ agentId }: { agentId: number }) {
  const query = useSignInPolicy();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <SectionCard title="Two-factor authentication">
      <Loaded
        query={query}
        failed="Couldn’t load two-factor authentication."
        loading={<Skeleton height={36} role="status" aria-label="Loading two-factor authentication" />}
        isInCard
      >
        {({ without }) =>
          without.some(({ id }) => id === agentId) ? (
            <Text size="sm" c="dimmed">
              Not set up for this agent.
            </Text>
          ) : (
            <Stack gap="sm">
              <Group justify="space-between" gap="xs">
                <Text size="sm" c="dimmed">
                  This agent uses two-factor authentication.
                </Text>
                <Button variant="subtle" color="red" onClick={() => setRemoving(true)}>
                  Remove Two-Factor Authentication
                </Button>
              </Group>
              <RememberedDevices agentId={agentId} isOwn={false} />
            </Stack>
          )
        }
      </Loaded>
      {isRemoving && <RemoveTwoFactorDialog agentId={agentId} onClose={() => setRemoving(false)} />}
    </SectionCard>
  );
}

/** For an agent who lost both phone and passkeys. */
function RemoveTwoFactorDialog({ agentId, onClose }: { agentId: number; onClose: () => void }) {
  const remove = useRemoveTwoFactor(agentId);
  const { sso, is_email_connected: isConnected } = usePublicSettings();
  return (
    <DangerDialog
      title="Remove two-factor authentication?"
      message={`The agent then signs in with ${sso?.only ? sso.name : 'the password'} alone until two-factor authentication is set up again. The agent will be signed out on all devices${isConnected ? ' and notified by email' : ''}. Make sure the request really comes from the agent.`}
      confirmLabel="Remove Two-Factor Authentication"
      action={remove}
      input={undefined}
      doneText="Two-factor authentication removed."
      onClose={onClose}
    />
  );
}
