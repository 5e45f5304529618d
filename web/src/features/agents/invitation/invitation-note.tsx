import type { Invitation } from '@ledgerline/contract/auth/password-links/invitation';
import type { EmailStatus } from '@ledgerline/contract/link-emails/endpoints';
import { EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DangerDialog } from '../../../components/ui/danger-dialog.tsx';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { momentText } from '../../../domain/days.ts';
import { EmailOffNote } from '../../../domain/email/email-off-note.tsx';
import { useIsEmailConnected } from '../../../lib/public-settings.ts';
import { useInvitation, useSendInvitation, useWithdrawInvitation } from '../api.ts';
import { ResendInvitation } from './resend-invitation.tsx';

const SENT: Readonly<Record<EmailStatus, (at: string) => string>> = {
  sent: (at) => `Invited ${at}.`,
  queued: (at) => `The invitation of ${at} has not been sent yet.`,
  failed: (at) => `The invitation of ${at} was not sent.`,
};

function invitationText({ state, email_status, sent_at, expires_at }: Invitation): string {
  const sent = SENT[email_status](momentText(sent_at));
  if (state === 'withdrawn') return `${sent} The invitation was withdrawn.`;
  return `${sent} ${state === 'open' ? `The link expires ${momentText(expires_at)}.` : 'The link has expired.'}`;
}

/** Shown above the account of an agent who has not set a password yet. Renders nothing for other agents. */
export function InvitationNote({ agentId }: { agentId: number }) {
  const { data: invitation } = useInvitation(agentId);
  const isConnected = useIsEmailConnected();
  const send = useSendInvitation(agentId);
  const [isWithdrawing, setWithdrawing] = useState(false);
  if (!invitation) return null;
  return (
    <Alert color="gray" variant="light" mb="md" p="xs" title="No password chosen yet">
      <Stack gap="xs">
        <Text size="sm">{invitationText(invitation)}</Text>
        <EmailOffNote>{`${EMAIL_NOT_CONNECTED} Set a password and give it to the agent.`}</EmailOffNote>
        <FailureNote message={send.error?.message} />
        <Group gap="xs">
          {isConnected && <ResendInvitation send={send} size="xs" variant="default" />}
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

function WithdrawInvitationDialog({ agentId, onClose }: { agentId: number; onClose: () => void }) {
  const withdraw = useWithdrawInvitation(agentId);
  return (
    <DangerDialog
      title="Withdraw the invitation?"
      message="The link of the invitation will stop working. The account stays. You can send a new invitation or set a password."
      confirmLabel="Withdraw"
      action={withdraw}
      input={undefined}
      doneText="Invitation withdrawn."
      onClose={onClose}
    />
  );
}
