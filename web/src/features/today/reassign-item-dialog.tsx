import { Text } from '@mantine/core';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { AgentSelect, type Successor } from '../../domain/agents/agent-select.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { type Reassignment, useReassignItem } from './api.ts';
import type { ItemDialogProps } from './snooze-dialog.tsx';
import { itemText } from './today-text.ts';

interface ReassignProps extends Omit<ItemDialogProps, 'today'> {
  onReassigned: (reassignment: Reassignment) => void;
}

/** Reassigns an item. */
export function ReassignItemDialog(props: ReassignProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Reassign" size="sm">
      <ReassignForm {...props} />
    </GuardedModal>
  );
}

const ownerIdOf = (to: Successor | null) => (to === 'nobody' ? null : to);

function ReassignForm({ item, onClose, onReassigned }: ReassignProps) {
  const reassign = useReassignItem(item, signedInAgent()?.id);
  const editing = useEditing<{ to: Successor | null }, Pick<Reassignment, 'previous'>>({
    start: { to: null },
    check: ({ to }) => ({ to: to === null && 'Please choose an agent' }),
    send: ({ to }) => reassign.mutateAsync(ownerIdOf(to)),
    onDone({ previous }, { to }) {
      onClose();
      onReassigned({ owner_agent_id: ownerIdOf(to), previous });
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
