import { Text } from '@mantine/core';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { agentText, useAgentNames } from '../../../domain/agents/agent-names.ts';
import { AgentSelect, type Successor } from '../../../domain/agents/agent-select.tsx';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { hasErrorCode } from '../../../lib/api-error.ts';
import { type Client, useReassignClient } from '../api.ts';
import { clientName } from '../client-display.ts';

interface ReassignDialogProps {
  client: Client;
  opened: boolean;
  onClose: () => void;
}

/** To whom a client goes; what somebody else did meanwhile is said and not overwritten. */
export function ReassignDialog({ client, opened, onClose }: ReassignDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Hand over this client" size="sm">
      <ReassignForm client={client} onDone={onClose} />
    </GuardedModal>
  );
}

const nameOf = (owner: Successor) => (owner === 'nobody' ? 'nobody' : agentText(owner));

function ReassignForm({ client, onDone }: { client: Client; onDone: () => void }) {
  const owner: Successor = client.owner_agent_id == null ? 'nobody' : Number(client.owner_agent_id);
  const reassign = useReassignClient(client);
  const { data: agents } = useAgentNames();
  const editing = useEditing<{ to: Successor | null }, unknown>({
    start: { to: null },
    check: ({ to }) => ({ to: to === null && 'Please choose an agent' }),
    send: ({ to }) => reassign.mutateAsync(to === 'nobody' ? null : to),
    successMessage: (_, { to }) => `${clientName(client)} belongs to ${nameOf(to ?? 'nobody')} now.`,
    onDone,
    failed: (error) =>
      hasErrorCode(error, 'conflict')
        ? `Somebody has just handed this client over: it belongs to ${nameOf(owner)} now. Hand over again to change that.`
        : error.message,
    toFieldErrors: () => ({}),
    logText: 'the client could not be handed over',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} save="Hand over">
      {(owner === 'nobody' || agents) && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {clientName(client)} belongs to {nameOf(owner)}.
        </Text>
      )}
      <AgentSelect
        label="New owner"
        data-autofocus
        value={form.values.to}
        error={form.errors.to}
        onChange={(to) => form.setFieldValue('to', to)}
        {...(owner === 'nobody' ? {} : { except: owner })}
      />
    </DialogForm>
  );
}
