import type { ListedAgent } from '@ledgerline/contract/agents/endpoints';
import type { Invitation } from '@ledgerline/contract/auth/password-links/invitation';
import { Group, Text } from '@mantine/core';
import { notifyError } from '../../../components/ui/notify.ts';
import { dayText } from '../../../domain/days.ts';
import { useIsEmailConnected } from '../../../lib/public-settings.ts';
import { signedInAgent } from '../../../lib/sign-in.ts';
import { agentAccess } from '../agent-access.ts';
import { useSendInvitation } from '../api.ts';
import { ResendInvitation } from './resend-invitation.tsx';

/** 'Invited Nov 20, 2026' as far as it is true: the email may not have been sent, and the link may have ended. */
function invitedText({ state, email_status, sent_at }: Invitation): string {
  if (state === 'withdrawn') return 'Invitation withdrawn';
  const on = dayText(sent_at);
  if (email_status === 'failed') return `Invitation of ${on} not sent`;
  if (email_status === 'queued') return `Invitation of ${on} not sent yet`;
  return state === 'open' ? `Invited ${on}` : `Invited ${on}, link expired`;
}

/** In the list: the pending invitation of an agent, and the button that sends it again. */
export function Invited({ agent }: { agent: ListedAgent }) {
  const send = useSendInvitation(agent.id);
  const isConnected = useIsEmailConnected();
  if (!agent.invitation) return null;
  const canSend = isConnected && agentAccess(signedInAgent(), agent).canEdit;
  return (
    <Group gap={6}>
      <Text size="xs" c="dimmed" className="tabular">
        {invitedText(agent.invitation)}
      </Text>
      {canSend && (
        <ResendInvitation
          send={send}
          size="compact-xs"
          variant="subtle"
          label={`Resend Invitation to ${agent.first_name} ${agent.last_name}`}
          onError={(error) => notifyError(error.message)}
        />
      )}
    </Group>
  );
}
