import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { Checkbox, Group, Input, Select, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { DateInput } from '../../components/ui/date-input.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { notifyWithUndo } from '../../components/ui/undo-toast.tsx';
import { signedInAgent } from '../../lib/sign-in.ts';
import { AgentSelect } from '../agents/agent-select.tsx';
import { ChosenClient } from '../clients/chosen-client.tsx';
import { fullName } from '../clients/client-name.ts';
import { ClientSearch } from '../clients/client-search.tsx';
import { DialogForm } from '../editing/dialog-form.tsx';
import { useEditing } from '../editing/use-editing.ts';
import type { ParsedTask } from './parse-task.ts';
import { TaskPreview } from './task-preview.tsx';
import { useTaskWrites } from './task-queries.ts';
import { TaskTitleInput } from './task-title-input.tsx';
import {
  REPEATS,
  type TaskClient,
  type TaskValues,
  taskBody,
  taskChanges,
  taskErrors,
  valuesOfTask,
} from './task-values.ts';
import { useBrokerageNow } from './use-parsed-task.ts';
import { useTitleDue } from './use-title-due.ts';

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
  const brokerageNow = useBrokerageNow();
  const { add, edit } = useSavedTask();
  const [start] = useState<TaskValues>(() =>
    task
      ? valuesOfTask(task)
      : {
          ...{
            title: '',
            client: null,
            owner: signedInAgent()?.id ?? 'nobody',
            due_day: brokerageNow().today,
          },
          ...{ due_time: '', repeat: '', sets_follow_up: false },
          ...initial,
        },
  );
  const editing = useEditing<TaskValues, unknown>({
    start,
    check: (values) => taskErrors(title.shown(values)),
    send: async (typed) => {
      const values = await title.read(typed);
      return task ? edit(task, values) : add(values);
    },
    onDone,
    logText: 'the task could not be saved',
  });
  const { form, change } = editing;
  const title = useTitleDue({ values: form.values, change, stored: task?.title });
  return { editing, title };
}

/** Saves a task and reports it; a new one can be undone. */
function useSavedTask() {
  const { create, update, undoCreate } = useTaskWrites();
  return {
    async edit(task: Task, values: TaskValues) {
      const { task: saved } = await update.mutateAsync({ task, changes: taskChanges(task, values) });
      notifySuccess(`Task “${saved.title}” was saved.`);
    },
    async add(values: TaskValues) {
      const created = await create.mutateAsync(taskBody(values));
      const { title } = created.task;
      notifyWithUndo({
        message: `Task “${title}” was saved.`,
        undone: `Task “${title}” was removed again.`,
        onUndo: () => undoCreate.mutateAsync(created),
      });
    },
  };
}

interface TaskFormProps extends Pick<TaskDialogProps, 'task' | 'start'> {
  onDone: () => void;
}

function TaskForm({ task, start, onDone }: TaskFormProps) {
  const { editing, title } = useTaskForm(task, start, onDone);
  const brokerageNow = useBrokerageNow();
  const { form, change } = editing;
  const { client, owner, repeat } = form.values;
  return (
    <DialogForm editing={editing} save="Save">
      <TaskTitleInput {...form.getInputProps('title')} />
      {title.isParsed && (
        <TaskPreview
          task={previewOf(title.shown(form.values))}
          today={brokerageNow().today}
          onRemove={title.remove}
        />
      )}
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

/** What will be saved, also after changes to the fields; null while something is missing. */
function previewOf({ title, due_day, due_time, repeat }: TaskValues): ParsedTask | null {
  if (title === '' || due_day === null) return null;
  return { title, due_day, due_time: due_time || null, repeat: repeat || null };
}

interface TaskClientInputProps {
  value: TaskClient | null;
  error: ReactNode;
  onChange: (client: TaskClient | null) => void;
}

/** The client of a task: one, or none. */
function TaskClientInput({ value, error, onChange }: TaskClientInputProps) {
  const [isChanging, setChanging] = useState(false);
  if (!value)
    return (
      <div>
        <ClientSearch
          label="Client (optional)"
          autoFocus={isChanging}
          error={error}
          failedText="The clients could not be searched."
          onChoose={(client) => onChange({ id: client.id, name: fullName(client) || 'Unnamed client' })}
        />
      </div>
    );
  return (
    <Input.Wrapper label="Client" error={error}>
      <ChosenClient
        label="Client"
        icon={<IconX size={14} aria-hidden />}
        onClear={() => {
          setChanging(true);
          onChange(null);
        }}
      >
        <span style={{ overflowWrap: 'anywhere' }}>{value.name}</span>
      </ChosenClient>
    </Input.Wrapper>
  );
}
