import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { CardList } from '../../components/ui/card-list.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { focusPrompt, usePrompt } from '../../components/ui/prompt-line.tsx';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { clientTasksQuery, tasksQuery } from '../../domain/tasks/task-queries.ts';
import { TaskRow } from '../../domain/tasks/task-row.tsx';
import { useFinish } from '../../domain/tasks/use-finish.ts';
import { useBrokerageNow } from '../../domain/tasks/use-parsed-task.ts';
import { AddTaskLine } from './add-task-line.tsx';

/** More completed tasks than anyone reads. */
const MAX_DONE = 20;

/** A client's tasks: an input to add one, and completed ones on demand. */
export function TasksCard({ clientId }: { clientId: number }) {
  const open = useQuery(clientTasksQuery(clientId));
  const [showsDone, done] = useDisclosure(false);
  const prompt = usePrompt();
  const button = (
    <QuietButton icon={IconChecks} aria-expanded={showsDone} onClick={done.toggle}>
      {showsDone ? 'Hide Done' : 'Show Done'}
    </QuietButton>
  );
  return (
    <CardFrame title="Tasks" aside={button}>
      <AddTaskLine clientId={clientId} prompt={prompt} />
      <Loaded
        query={open}
        failed="The tasks could not be loaded."
        loading={<LoadingRows rows={2} height={44} label="Loading tasks" />}
        isInCard
      >
        {({ tasks, next }) => (
          <>
            <TaskList tasks={tasks} label="Open tasks" empty="No tasks yet." entry={prompt.area} />
            {next && <Note>Showing the tasks due first.</Note>}
          </>
        )}
      </Loaded>
      {showsDone && <DoneTasks clientId={clientId} entry={prompt.area} />}
    </CardFrame>
  );
}

interface InCard {
  /** Where the focus goes when the last row is removed. */
  entry: ReturnType<typeof usePrompt>['area'];
}

function DoneTasks({ clientId, entry }: InCard & { clientId: number }) {
  const done = useQuery(tasksQuery({ client_id: clientId, state: 'done', limit: MAX_DONE }));
  return (
    <Loaded
      query={done}
      failed="Completed tasks could not be loaded."
      loading={<LoadingRows rows={2} height={44} label="Loading completed tasks" />}
      isInCard
    >
      {({ tasks, next }) => (
        <>
          <TaskList tasks={tasks} label="Completed tasks" empty="No completed tasks yet." entry={entry} />
          {next && <Note>{`Showing the last ${MAX_DONE}.`}</Note>}
        </>
      )}
    </Loaded>
  );
}

interface TaskListProps extends InCard {
  tasks: readonly Task[];
  label: string;
  empty: string;
}

function TaskList({ tasks, label, empty, entry }: TaskListProps) {
  const brokerageNow = useBrokerageNow()();
  const { markDone, markNotDone, busyId } = useFinish();
  const list = useRef<HTMLDivElement>(null);
  if (tasks.length === 0) return <Note>{empty}</Note>;

  /** The row unmounts with the focused control: focus its neighbor. */
  function toggle(task: Task, index: number) {
    const circles = [...(list.current?.querySelectorAll<HTMLElement>('[data-finishes]') ?? [])];
    const next = circles[index + 1] ?? circles[index - 1];
    const moveFocus = () => {
      if (document.activeElement !== circles[index] && document.activeElement !== document.body) return;
      if (next) next.focus();
      else focusPrompt(entry);
    };
    if (task.done_at) markNotDone(task, moveFocus);
    else markDone(task, moveFocus);
  }
  return (
    <div ref={list}>
      <CardList aria-label={label}>
        {tasks.map((task, index) => (
          <TaskRow
            key={task.id}
            task={task}
            brokerageNow={brokerageNow}
            isBusy={busyId === task.id}
            onToggle={() => toggle(task, index)}
          />
        ))}
      </CardList>
    </div>
  );
}

function Note({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed" mt={4}>
      {children}
    </Text>
  );
}
