import { Text } from '@mantine/core';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { agentText, useAgentNames } from '../../../domain/agents/agent-names.ts';
import { type AgentChoice, AgentSelect } from '../../../domain/agents/agent-select.tsx';
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

/** Reassigns a client. A concurrent reassignment is reported, not overwritten. */
export function ReassignDialog({ client, opened, onClose }: ReassignDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Reassign Client" size="sm">
      <ReassignForm client={client} onDone={onClose} />
    </GuardedModal>
  );
}

const ownerText = (owner: AgentChoice) =>
  owner === 'nobody' ? 'unassigned' : `assigned to ${agentText(owner)}`;

function ReassignForm({ client, onDone }: { client: Client; onDone: () => void }) {
  const owner: AgentChoice = client.owner_agent_id == null ? 'nobody' : Number(client.owner_agent_id);
  const reassign = useReassignClient(client);
  const { data: agents } = useAgentNames();
  const editing = useEditing<{ to: AgentChoice | null }, unknown>({
    start: { to: null },
    check: ({ to }) => ({ to: to === null && 'Please choose an agent' }),
    send: ({ to }) => reassign.mutateAsync(to === 'nobody' ? null : to),
    successMessage: (_, { to }) => `${clientName(client)} is now ${ownerText(to ?? 'nobody')}.`,
    onDone,
    failed: (error) =>
      hasErrorCode(error, 'conflict')
        ? `This client was just reassigned and is now ${ownerText(owner)}. Reassign again to change that.`
        : error.message,
    toFieldErrors: () => ({}),
    logText: 'the client was not reassigned',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} save="Reassign">
      {(owner === 'nobody' || agents) && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {clientName(client)} is {ownerText(owner)}.
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
