import type { Agent } from '@ledgerline/contract/agents/endpoints';
import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { type AgentChoice, AgentSelect } from '../../domain/agents/agent-select.tsx';
import { errorMessageOf, hasErrorCode, wrongFields } from '../../lib/api-error.ts';
import { useDeleteAgent, useOwnedClients } from './api.ts';

/** Confirms deleting an agent and asks who takes over the agent's clients. */
export function DeleteAgentDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const remove = useDeleteAgent(agent.id);
  const owned = useOwnedClients(agent.id);
  const [to, setTo] = useState<AgentChoice | null>(null);
  const navigate = useNavigate();
  const name = `${agent.first_name} ${agent.last_name}`;
  const [isRejected, setRejected] = useState(false);
  const select = useRef<HTMLInputElement>(null);
  // The server decides: a client may have been assigned to the agent since the count was loaded.
  const needsNewOwner = isRejected || (owned.data ?? 0) > 0;

  function confirm() {
    remove.mutate(to ?? undefined, {
      onSuccess: () => {
        notifySuccess(`${name} was deleted.`);
        void navigate({ to: '/crm/agents', ignoreBlocker: true });
      },
      onError: (error) => {
        const isOwner = hasErrorCode(error, 'has_related_data');
        if (isOwner) void owned.refetch();
        // Render first. Until then the select may not exist and cannot be focused.
        flushSync(() => setRejected((was) => was || isOwner));
        if (isOwner || wrongSuccessor(error)) select.current?.focus();
      },
    });
  }
  return (
    <ConfirmDialog
      opened
      title="Delete this agent?"
      message={
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {`${name} (${agent.username}) can no longer sign in. This cannot be undone.`}
          </Text>
          <Text size="sm">Open tasks go to the clients’ new owner. Without one, they become unassigned.</Text>
          {needsNewOwner && (
            <AgentSelect
              label={`Assign ${clientsText(owned.data ?? 0)} of ${name} to`}
              required
              except={agent.id}
              value={to}
              onChange={(chosen) => {
                setTo(chosen);
                remove.reset();
              }}
              ref={select}
              error={wrongSuccessor(remove.error)}
            />
          )}
        </Stack>
      }
      failure={failureOf(remove.error)}
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      blocked={needsNewOwner && to === null}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

/** The server's validation error for the new owner. */
function wrongSuccessor(error: Error | null): string | undefined {
  return wrongFields(error).find(({ path }) => path === 'clients_to')?.message;
}

/** Why the agent was not deleted. If clients still need an owner, only the server's message is shown. */
function failureOf(error: Error | null): string | null {
  if (!error) return null;
  const reason = errorMessageOf(error);
  if (reason && hasErrorCode(error, 'has_related_data')) return reason;
  return reason ? `Failed to delete admin. ${reason}` : 'Failed to delete admin';
}

function clientsText(count: number): string {
  if (count === 0) return 'the clients';
  return count === 1 ? 'the 1 client' : `the ${count.toLocaleString('en-US')} clients`;
}
