import { taskDueText } from '@ledgerline/contract/rules';
import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { Checkbox, Group, Select, TextInput } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { notifyWithUndo } from '../../components/ui/undo-toast.tsx';
import { signedInAgent } from '../../lib/sign-in.ts';
import { AgentSelect } from '../agents/agent-select.tsx';
import { DialogForm } from '../editing/dialog-form.tsx';
import { useEditing } from '../editing/use-editing.ts';
import { TaskClientInput } from './task-client-input.tsx';
import { useTaskWrites } from './task-queries.ts';
import { REPEATS, type TaskValues, taskBody, taskChanges, taskErrors, valuesOfTask } from './task-values.ts';
import { useHere, useUnderstood } from './use-understood.ts';

interface TaskDialogProps {
  opened: boolean;
  /** The task to edit; without it a new one is created from `start`. */
  task?: Task | undefined;
  start?: Partial<TaskValues> | undefined;
  onClose: () => void;
}

/** Creates or edits an open task: what, for which client, when, how often, and owner. */
export function TaskDialog({ opened, task, start, onClose }: TaskDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title={task ? 'Edit Task' : 'Add Task'} size="md">
      <TaskForm task={task} start={start} onDone={onClose} />
    </GuardedModal>
  );
}

function useTaskForm(task: Task | undefined, initial: Partial<TaskValues> | undefined, onDone: () => void) {
  const here = useHere();
  const { create, update, undoCreate } = useTaskWrites();
  const [start] = useState<TaskValues>(() =>
    task
      ? valuesOfTask(task)
      : {
          ...{ title: '', client: null, owner: signedInAgent()?.id ?? 'nobody', due_day: here().today },
          ...{ due_time: '', repeat: '', sets_follow_up: false },
          ...initial,
        },
  );
  async function edit(edited: Task, values: TaskValues) {
    const { task: saved } = await update.mutateAsync({ task: edited, changes: taskChanges(edited, values) });
    notifySuccess(`Task “${saved.title}” was saved.`);
  }
  async function add(values: TaskValues) {
    const created = await create.mutateAsync(taskBody(values));
    const { title } = created.task;
    notifyWithUndo({
      message: `Task “${title}” was saved.`,
      undone: `Task “${title}” was removed again.`,
      onUndo: () => undoCreate.mutateAsync(created),
    });
  }
  return useEditing<TaskValues, unknown>({
    start,
    check: taskErrors,
    send: (values) => (task ? edit(task, values) : add(values)),
    onDone,
    logText: 'the task could not be saved',
  });
}

interface TaskFormProps extends Pick<TaskDialogProps, 'task' | 'start'> {
  onDone: () => void;
}

function TaskForm({ task, start, onDone }: TaskFormProps) {
  const editing = useTaskForm(task, start, onDone);
  const { form, change } = editing;
  const { client, owner, repeat } = form.values;
  return (
    <DialogForm editing={editing} save="Save">
      <TextInput
        label="Task"
        required
        maxLength={400}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('title')}
      />
      <UnderstoodHint title={form.values.title} onApply={change} />
      <Group grow align="flex-start" gap="sm">
        <DateInput label="Due date" required isUpcoming {...form.getInputProps('due_day')} />
        <TextInput label="Time" type="time" {...form.getInputProps('due_time')} />
      </Group>
      <TaskClientInput
        value={client}
        error={form.errors.client_id}
        onChange={(chosen) => change({ client: chosen })}
      />
      <Checkbox
        label="Set as the client’s follow-up date"
        disabled={client === null}
        {...form.getInputProps('sets_follow_up')}
        checked={form.values.sets_follow_up && client !== null}
      />
      <Group grow align="flex-start" gap="sm">
        <AgentSelect
          label="Owner"
          value={owner}
          error={form.errors.owner_agent_id}
          onChange={(chosen) => change({ owner: chosen })}
        />
        <Select
          label="Repeat"
          allowDeselect={false}
          data={[...REPEATS]}
          value={repeat}
          onChange={(chosen) =>
            change({ repeat: REPEATS.find(({ value }) => value === chosen)?.value ?? '' })
          }
        />
      </Group>
    </DialogForm>
  );
}

interface UnderstoodHintProps {
  title: string;
  onApply: (values: Partial<TaskValues>) => void;
}

/** Applies the date named in the title to its fields, when the agent accepts it. */
function UnderstoodHint({ title, onApply }: UnderstoodHintProps) {
  const understood = useUnderstood(title);
  const here = useHere();
  if (!understood) return null;
  const { due_day, due_time, repeat } = understood;
  return (
    <Group>
      <QuietButton
        icon={IconCalendarTime}
        onClick={() =>
          onApply({
            title: understood.title,
            due_day,
            due_time: due_time ?? '',
            ...(repeat ? { repeat } : {}),
          })
        }
      >
        Set due {taskDueText({ due_day, due_time, today: here().today })}
      </QuietButton>
    </Group>
  );
}
