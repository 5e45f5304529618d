import type { Agent } from '@ledgerline/contract/agents/endpoints';
import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { AgentSelect, type Successor } from '../../domain/agents/agent-select.tsx';
import { refusedFor, saidOf } from '../../lib/refusal.ts';
import { useDeleteAgent, useOwnedClients } from './api.ts';

interface DeleteAgentDialogProps {
  agent: Agent;
  onClose: () => void;
}

/** Asks before an agent goes, and to whom the clients go that belong to the agent. */
export function DeleteAgentDialog({ agent, onClose }: DeleteAgentDialogProps) {
  const remove = useDeleteAgent(agent.id);
  const owned = useOwnedClients(agent.id);
  const [to, setTo] = useState<Successor | null>(null);
  const navigate = useNavigate();
  const name = `${agent.first_name} ${agent.last_name}`;
  const [isRefused, setRefused] = useState(false);
  // The server knows best: a client may have come to the agent since it was asked.
  const isAsked = isRefused || (owned.data ?? 0) > 0;

  function confirm() {
    remove.mutate(to ?? undefined, {
      onSuccess: () => {
        notifySuccess(`${name} was deleted.`);
        void navigate({ to: '/crm/agents', ignoreBlocker: true });
      },
      onError: (error) => {
        if (refusedFor(error, 'has_related_data')) {
          setRefused(true);
          void owned.refetch();
          return;
        }
        const reason = saidOf(error);
        if (reason) notifyError(reason, 'Failed to delete admin');
        else notifyError('Failed to delete admin');
        onClose();
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
          {isAsked && (
            <AgentSelect
              label={`Who takes over ${clientsText(owned.data ?? 0)} of ${name}?`}
              required
              except={agent.id}
              value={to}
              onChange={setTo}
            />
          )}
        </Stack>
      }
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      blocked={isAsked && to === null}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

function clientsText(count: number): string {
  if (count === 0) return 'the clients';
  return count === 1 ? 'the 1 client' : `the ${count.toLocaleString('en-US')} clients`;
}
