import { Text } from '@mantine/core';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { agentText } from '../../domain/agents/agent-names.ts';
import { AgentSelect, type Successor } from '../../domain/agents/agent-select.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { useReassignItem } from './api.ts';
import type { ItemDialogProps } from './snooze-dialog.tsx';
import { itemText, whatText } from './today-text.ts';

type ReassignProps = Omit<ItemDialogProps, 'today'>;

/** Reassigns an item. */
export function ReassignItemDialog({ item, onClose }: ReassignProps) {
  return (
    <GuardedModal opened onClose={onClose} title="Reassign" size="sm">
      <ReassignForm item={item} onClose={onClose} />
    </GuardedModal>
  );
}

function ReassignForm({ item, onClose }: ReassignProps) {
  const reassign = useReassignItem(item, signedInAgent()?.id);
  const editing = useEditing<{ to: Successor | null }, unknown>({
    start: { to: null },
    check: ({ to }) => ({ to: to === null && 'Please choose an agent' }),
    send: ({ to }) => reassign.mutateAsync(to === 'nobody' ? null : to),
    onDone(_, { to }) {
      onClose();
      notifySuccess(
        `${whatText(item)}: ${to === null || to === 'nobody' ? 'unassigned' : `assigned to ${agentText(to)}`}.`,
      );
    },
    toFieldErrors: () => ({}),
    logText: 'the item could not be reassigned',
  });
  const { form } = editing;
  return (
    <DialogForm editing={editing} gap="md" save="Reassign">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {itemText(item)}
      </Text>
      <AgentSelect
        label="Assign to"
        data-autofocus
        value={form.values.to}
        error={form.errors.to}
        onChange={(to) => form.setFieldValue('to', to)}
        {...(item.owner_agent_id === null ? {} : { except: item.owner_agent_id })}
      />
    </DialogForm>
  );
}
