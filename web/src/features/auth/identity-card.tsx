import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { DangerDialog } from '../../components/ui/danger-dialog.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { SectionCard } from '../../components/ui/section-card.tsx';
import { momentText } from '../../domain/days.ts';
import { hasErrorCode } from '../../lib/api-error.ts';
import { useIsEmailConnected, usePublicSettings } from '../../lib/public-settings.ts';
import { useIdentity, useRemoveIdentity } from './api.ts';

interface IdentityCardProps {
  agentId: number;
  isOwn: boolean;
  /** Owners may disconnect any agent they may edit. */
  canDisconnect: boolean;
}

/** Shows the identity provider account an agent signs in with. Renders nothing without single sign-on. */
export function IdentityCard(props: IdentityCardProps) {
  const { sso } = usePublicSettings();
  return sso ? <Identity {...props} name={sso.name} /> : null;
}

function Identity({ agentId, isOwn, canDisconnect, name }: IdentityCardProps & { name: string }) {
  const query = useIdentity(agentId);
  const [isConfirming, setConfirming] = useState(false);
  // Hidden for an agent with more privileges than the viewer. The account card already says so.
  if (hasErrorCode(query.error, 'not_allowed', 'not_found')) return null;
  return (
    <SectionCard title="Single sign-on">
      <Loaded
        query={query}
        failed="The connection could not be loaded."
        loading={<Skeleton height={36} role="status" aria-label="Loading the connection" />}
        isInCard
      >
        {({ identity }) =>
          identity === null ? (
            <Text size="sm" c="dimmed">
              {isOwn ? 'You have' : 'This agent has'} not signed in with {name} yet. The first sign-in
              connects the account there that has the same email address.
            </Text>
          ) : (
            <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
              <Text size="sm" c="dimmed">
                Signs in with {name} as {identity.email}, since {momentText(identity.connected_at)}; last{' '}
                {momentText(identity.last_used_at)}.
              </Text>
              {canDisconnect && (
                <Button variant="subtle" color="red" flex="none" onClick={() => setConfirming(true)}>
                  Disconnect
                </Button>
              )}
            </Group>
          )
        }
      </Loaded>
      {isConfirming && (
        <DisconnectDialog agentId={agentId} name={name} onClose={() => setConfirming(false)} />
      )}
    </SectionCard>
  );
}

interface DisconnectDialogProps {
  agentId: number;
  /** Name of the identity provider. */
  name: string;
  onClose: () => void;
}

/** For a provider account that was recreated or now belongs to another person. */
function DisconnectDialog({ agentId, name, onClose }: DisconnectDialogProps) {
  const remove = useRemoveIdentity(agentId);
  const isConnected = useIsEmailConnected();
  return (
    <DangerDialog
      title={`Disconnect from ${name}?`}
      message={`The agent will be signed out on all devices${isConnected ? ' and notified by email' : ''}. The next sign-in connects the provider account that has the agent’s email address at that time.`}
      confirmLabel="Disconnect"
      action={remove}
      input={undefined}
      doneText="Disconnected."
      onClose={onClose}
    />
  );
}
