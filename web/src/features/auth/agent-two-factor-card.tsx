import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { Loaded } from '../../components/ui/loaded.tsx';
import { useSignInPolicy } from './api.ts';
import { RememberedDevices } from './remembered-devices.tsx';
import { RemoveTwoFactorDialog } from './remove-two-factor-dialog.tsx';

/** For owners, on another agent's account: shows whether two-factor authentication is set up and removes it after a loss. */
export function AgentTwoFactorCard({ agentId }: { agentId: number }) {
  const titleId = useId();
  const query = useSignInPolicy();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <Paper withBorder p="md" maw={560} component="section" aria-labelledby={titleId}>
      <Title order={2} id={titleId} fz={15} mb={4}>
        Two-factor authentication
      </Title>
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
    </Paper>
  );
}
