import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { notifyError } from '../../components/ui/notify.ts';
import { notifyWithUndo } from '../../components/ui/undo-toast.tsx';
import { useTaskWrites } from './task-queries.ts';

/** Marks tasks as done, or open again, with an undo toast; shows failures. */
export function useFinish() {
  const { finish, reopen } = useTaskWrites();
  function markNotDone(task: Task, onDone?: () => void) {
    reopen.mutate(task, {
      onSuccess: () => onDone?.(),
      onError: (error) => {
        console.error(`task ${task.id} could not be reopened`, error);
        notifyError(error.message, `“${task.title}” is still done`);
      },
    });
  }
  function markDone(task: Task, onDone?: () => void) {
    finish.mutate(task, {
      onSuccess: ({ task: done }) => {
        notifyWithUndo({
          message: `“${task.title}” is done.`,
          undone: `“${task.title}” is open again.`,
          onUndo: () => reopen.mutateAsync(done),
        });
        onDone?.();
      },
      onError: (error) => {
        console.error(`task ${task.id} was not marked as done`, error);
        notifyError(error.message, `“${task.title}” was not marked as done`);
      },
    });
  }
  const busy = [finish, reopen].find(({ isPending }) => isPending);
  return { markDone, markNotDone, busyId: busy?.variables?.id ?? null };
}
