import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { ActionIcon, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { RetryButton } from '../../../components/ui/retry-button.tsx';
import { DueText } from '../../../domain/tasks/due-text.tsx';
import { clientTasksQuery } from '../../../domain/tasks/task-queries.ts';
import { useFinish } from '../../../domain/tasks/use-finish.ts';
import { useBrokerageNow } from '../../../domain/tasks/use-parsed-task.ts';
import styles from './next-task.module.css';

/** The client's next task with a button to complete it. The following task then takes its place. */
export function NextTask({ clientId }: { clientId: number }) {
  const tasks = useQuery(clientTasksQuery(clientId));
  const task = tasks.data?.tasks[0];
  const container = useRef<HTMLDivElement>(null);
  const { isBusy, finish } = useFinishHere(task, container);
  return (
    <div ref={container} tabIndex={-1} className={styles.task}>
      {task ? (
        <>
          <ActionIcon
            loading={isBusy}
            aria-label={`Mark “${task.title}” as done`}
            title="Mark as done"
            onClick={finish}
          >
            <IconCircle size={18} aria-hidden />
          </ActionIcon>
          <TaskText task={task} />
        </>
      ) : (
        <NoTask query={tasks} />
      )}
    </div>
  );
}

function TaskText({ task }: { task: Task }) {
  const brokerageNow = useBrokerageNow()();
  return (
    <Stack gap={0} miw={0}>
      <span className={styles.title} title={task.title}>
        {task.title}
      </span>
      <span className={styles.due}>
        <DueText due={task} brokerageNow={brokerageNow} />
      </span>
    </Stack>
  );
}

interface NoTaskProps {
  query: { isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => unknown };
}

function NoTask({ query }: NoTaskProps) {
  if (query.isError)
    return (
      <>
        Not loaded
        <RetryButton
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
          size="compact-xs"
          ml="xs"
        />
      </>
    );
  if (query.isPending) return <Skeleton height={14} width={140} aria-label="Loading the next task" />;
  return (
    <Text span inherit c="dimmed">
      No open tasks
    </Text>
  );
}

/** The button is disabled during the request. Afterwards focus moves to the next task's button, or back to this one. */
function useFinishHere(task: Task | undefined, container: RefObject<HTMLDivElement | null>) {
  const { markDone, busyId } = useFinish();
  const hasFinished = useRef(false);
  const isBusy = task !== undefined && busyId === task.id;
  useEffect(() => {
    if (!hasFinished.current || isBusy) return;
    hasFinished.current = false;
    if (document.activeElement !== document.body && !container.current?.contains(document.activeElement))
      return;
    const circle = task && container.current?.querySelector('button');
    (circle ?? container.current)?.focus({ preventScroll: true });
  }, [task, isBusy, container]);
  function finish() {
    if (!task) return;
    hasFinished.current = true;
    markDone(task);
  }
  return { isBusy, finish };
}
