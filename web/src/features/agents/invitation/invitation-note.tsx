import type { Invitation } from '@ledgerline/contract/auth/password-links/endpoints';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { momentText } from '../../../domain/days.ts';
import { useInvitation, useSendInvitation } from '../api.ts';
import { WithdrawInvitationDialog } from './withdraw-invitation-dialog.tsx';

const HOW: Readonly<Record<Invitation['state'], (invitation: Invitation) => string>> = {
  open: ({ sent_at, expires_at }) =>
    `Invited ${momentText(sent_at)}. The link expires ${momentText(expires_at)}.`,
  expired: ({ sent_at }) => `Invited ${momentText(sent_at)}. The link has expired.`,
  withdrawn: ({ sent_at }) => `Invited ${momentText(sent_at)}. The invitation was withdrawn.`,
};

/** Shown above the account of an agent who has not set a password yet. Renders nothing for other agents. */
export function InvitationNote({ agentId }: { agentId: number }) {
  const { data: invitation } = useInvitation(agentId);
  const send = useSendInvitation(agentId);
  const [isWithdrawing, setWithdrawing] = useState(false);
  if (!invitation) return null;
  return (
    <Alert color="gray" variant="light" mb="md" p="xs" title="No password chosen yet">
      <Stack gap="xs">
        <Text size="sm">{HOW[invitation.state](invitation)}</Text>
        <FailureNote message={send.error?.message} />
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            loading={send.isPending}
            onClick={() =>
              send.mutate(undefined, { onSuccess: () => notifySuccess('The invitation is being sent.') })
            }
          >
            Send again
          </Button>
          {invitation.state === 'open' && (
            <Button size="xs" variant="subtle" color="red" onClick={() => setWithdrawing(true)}>
              Withdraw
            </Button>
          )}
        </Group>
      </Stack>
      {isWithdrawing && <WithdrawInvitationDialog agentId={agentId} onClose={() => setWithdrawing(false)} />}
    </Alert>
  );
}
