import type { Agent } from '@ledgerline/contract/agents/endpoints';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { saidOf } from '../../lib/refusal.ts';
import { useDeleteAgent } from './api.ts';

interface DeleteAgentDialogProps {
  agent: Agent;
  onClose: () => void;
}

export function DeleteAgentDialog({ agent, onClose }: DeleteAgentDialogProps) {
  const remove = useDeleteAgent(agent.id);
  const navigate = useNavigate();
  const name = `${agent.first_name} ${agent.last_name}`;

  function confirm() {
    remove.mutate(undefined, {
      onSuccess: () => {
        notifySuccess(`${name} was deleted.`);
        void navigate({ to: '/crm/agents', ignoreBlocker: true });
      },
      onError: (error) => {
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
      message={`${name} (${agent.username}) can no longer sign in. This cannot be undone.`}
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
