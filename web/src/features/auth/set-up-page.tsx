import '@mantine/notifications/styles.layer.css';
import { Button, Group, Text } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTwoFactorMethods } from './api.ts';
import { AuthCard } from './auth-card.tsx';
import { OwnTwoFactor } from './two-factor-card.tsx';

/** Forced setup for an agent who must use two-factor authentication. Then continues to the requested page (decision 057). */
export function SetUpPage({ onSignOut }: { onSignOut: () => void }) {
  const navigate = useNavigate();
  const { origin } = useSearch({ from: '/crm/second-step' });
  const { data } = useTwoFactorMethods();
  const hasAny = data !== undefined && (data.app !== null || data.passkeys.length > 0);
  const continueToPortal = () => void navigate({ href: origin ?? '/crm/', replace: true });
  return (
    <AuthCard title="Set up two-factor authentication" isWide>
      <OwnTwoFactor />
      <Group justify="space-between" mt="lg">
        <Button variant="subtle" color="gray" onClick={onSignOut}>
          Sign out
        </Button>
        <Button disabled={!hasAny} onClick={continueToPortal}>
          Continue
        </Button>
      </Group>
      {!hasAny && (
        <Text size="sm" c="dimmed" mt="xs" ta="right">
          Set up one of the two to continue.
        </Text>
      )}
      <Notifications position="top-center" zIndex={10_010} limit={4} />
    </AuthCard>
  );
}
