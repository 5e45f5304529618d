import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconCircle,
  IconCircleCheckFilled,
  IconDotsVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { CardEntry, EntryButton } from '../../components/ui/card-list.tsx';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import type { Openable } from '../../components/ui/dialog.tsx';
import { EntryFacts } from '../../components/ui/entry-facts.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { agentText, useAgentNames } from '../agents/agent-names.ts';
import { momentText } from '../days.ts';
import { DueText } from './due-text.tsx';
import type { BrokerageNow } from './parse-task.ts';
import { useTaskWrites } from './task-queries.ts';
import { REPEATS } from './task-values.ts';

const TaskDialog = lazy(async () => ({ default: (await import('./task-dialog.tsx')).TaskDialog }));

interface TaskRowProps {
  task: Task;
  brokerageNow: BrokerageNow;
  isBusy: boolean;
  /** Toggles the task: done, or open again. */
  onToggle: () => void;
}

/** One task: a circle that completes it, title and date, and a menu; a click edits an open one. */
export function TaskRow({ task, brokerageNow, isBusy, onToggle }: TaskRowProps) {
  const [isEditing, editing] = useDisclosure(false);
  const [wasEdited, setEdited] = useState(false);
  if (isEditing && !wasEdited) setEdited(true);
  const [isDeleting, deleting] = useDisclosure(false);
  const isDone = task.done_at !== null;
  const what = (
    <>
      <span style={{ display: 'block', fontSize: 14, overflowWrap: 'anywhere' }}>{task.title}</span>
      <TaskFacts task={task} brokerageNow={brokerageNow} />
    </>
  );
  return (
    <CardEntry>
      <ActionIcon
        color={isDone ? 'green' : 'gray'}
        loading={isBusy}
        data-finishes
        aria-label={`${isDone ? 'Not done' : 'Done'}: ${task.title}`}
        onClick={onToggle}
      >
        {isDone ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
      </ActionIcon>
      {isDone ? (
        <div style={{ flex: 1, minWidth: 0, padding: 8 }}>{what}</div>
      ) : (
        <EntryButton onClick={editing.open}>{what}</EntryButton>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Actions: ${task.title}`}>
            <IconDotsVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isDone && (
            <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={editing.open}>
              Edit or Reassign
            </Menu.Item>
          )}
          <Menu.Item
            className="danger"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={deleting.open}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {wasEdited && (
        <Suspense fallback={null}>
          <TaskDialog opened={isEditing} task={task} onClose={editing.close} />
        </Suspense>
      )}
      <DeleteTaskDialog task={task} opened={isDeleting} onClose={deleting.close} />
    </CardEntry>
  );
}

function TaskFacts({ task, brokerageNow }: Pick<TaskRowProps, 'task' | 'brokerageNow'>) {
  // Rerender once the names have loaded.
  useAgentNames();
  const { owner_agent_id: owner, done_at, done_by, repeat } = task;
  const who = done_by === null ? '' : ` by ${agentText(done_by)}`;
  return (
    <EntryFacts>
      {done_at ? (
        <span>
          Done {momentText(done_at)}
          {who}
        </span>
      ) : (
        <DueText due={task} brokerageNow={brokerageNow} />
      )}
      {repeat && <span>{REPEATS.find(({ value }) => value === repeat)?.label}</span>}
      {task.sets_follow_up && <span>Follow-up</span>}
      <span>{owner === null ? 'Unassigned' : agentText(owner)}</span>
    </EntryFacts>
  );
}

/** Confirms; mentions future repeats of a repeating task. */
function DeleteTaskDialog({ task, opened, onClose }: Openable & { task: Task }) {
  const { remove } = useTaskWrites();
  function close() {
    remove.reset();
    onClose();
  }
  function confirm() {
    remove.mutate(task, {
      onSuccess: () => {
        notifySuccess(`Task “${task.title}” was deleted.`);
        close();
      },
      onError: (error) => console.error(`task ${task.id} was not deleted`, error),
    });
  }
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete this task?"
      message={`“${task.title}”${task.repeat ? ' and its future repeats' : ''} will be deleted for everyone. This cannot be undone.`}
      failure={remove.isError ? `The task was not deleted. ${remove.error.message}` : null}
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
