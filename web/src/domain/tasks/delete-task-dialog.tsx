import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import type { Openable } from '../../components/ui/dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useTaskWrites } from './task-queries.ts';

/** Confirms; mentions future repeats of a repeating task. */
export function DeleteTaskDialog({ task, opened, onClose }: Openable & { task: Task }) {
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
