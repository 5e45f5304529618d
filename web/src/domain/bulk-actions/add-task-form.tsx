import { Select, Text } from '@mantine/core';
import { DateInput } from '../../components/ui/date-input.tsx';
import { signedInAgent } from '../../lib/sign-in.ts';
import { type AgentChoice, AgentSelect } from '../agents/agent-select.tsx';
import { DialogForm } from '../editing/dialog-form.tsx';
import { useEditing } from '../editing/use-editing.ts';
import { TaskTitleInput } from '../tasks/task-title-input.tsx';
import { taskErrors } from '../tasks/task-values.ts';
import { localDay } from '../today.ts';
import { eachClientText } from './action-texts.ts';
import type { FormProps } from './bulk-forms.ts';
import { createOperation } from './use-operations.ts';

const ASSIGNEES = [
  { value: 'client_owner', label: 'The owner of each client' },
  { value: 'agent', label: 'One agent' },
];

/** A task for each client. */
export function AddTaskForm({ count, selection, onPrepared }: FormProps) {
  const start: { title: string; due_day: string | null; to: string; owner: AgentChoice } = {
    ...{ title: '', due_day: localDay(), to: 'client_owner' },
    owner: signedInAgent()?.id ?? 'nobody',
  };
  const editing = useEditing({
    start,
    check: taskErrors,
    send: ({ title, due_day, to, owner }) => {
      const one = owner === 'nobody' ? null : owner;
      const owner_agent_id = to === 'client_owner' ? 'client_owner' : one;
      const params = { title, due_day: due_day ?? '', due_time: null, owner_agent_id } as const;
      return createOperation({ action: { kind: 'add_task', params }, selection });
    },
    onDone: ({ id }) => onPrepared(id),
  });
  const { form, change } = editing;
  const { to, owner } = form.values;
  return (
    <DialogForm editing={editing} save="Preview">
      <Text size="sm">{`A task for ${eachClientText(count)}. You will see a preview before anything is added.`}</Text>
      <TaskTitleInput {...form.getInputProps('title')} />
      <DateInput label="Due date" required isUpcoming {...form.getInputProps('due_day')} />
      <Select
        label="Assign to"
        allowDeselect={false}
        data={ASSIGNEES}
        value={to}
        onChange={(value) => change({ to: value ?? 'client_owner' })}
      />
      {to === 'agent' && (
        <AgentSelect
          label="Agent"
          value={owner}
          error={form.errors.owner_agent_id}
          onChange={(chosen) => change({ owner: chosen })}
        />
      )}
    </DialogForm>
  );
}
