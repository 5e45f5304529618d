import { MAX_TASK_TITLE, taskDueText } from '@ledgerline/contract/rules';
import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChecks, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { announce } from '../../components/ui/announcer.tsx';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { CardList } from '../../components/ui/card-list.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { focusPrompt, PromptLine, usePrompt } from '../../components/ui/prompt-line.tsx';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import type { ParsedTask } from '../../domain/tasks/parse-task.ts';
import { TaskPreview } from '../../domain/tasks/task-preview.tsx';
import { clientTasksQuery, tasksQuery, useTaskWrites } from '../../domain/tasks/task-queries.ts';
import { TaskRow } from '../../domain/tasks/task-row.tsx';
import { useFinish } from '../../domain/tasks/use-finish.ts';
import { useBrokerageNow, useTaskText } from '../../domain/tasks/use-parsed-task.ts';

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

/** Adds a task from one line of text: the parsed day and time are shown before it is created. */
function AddTaskLine({ clientId, prompt }: { clientId: number; prompt: ReturnType<typeof usePrompt> }) {
  const [line, setLine] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const { create } = useTaskWrites();
  const text = useTaskText(line);
  const { today } = useBrokerageNow()();
  const plain: ParsedTask = { title: line.trim(), due_day: today, due_time: null, repeat: null };
  const parsed = text.parsed ?? plain;
  const adding = useMutation({
    mutationFn: async () => {
      const task = (await text.read()) ?? plain;
      return create.mutateAsync({ ...task, client_id: clientId });
    },
    onSuccess: ({ task }) => {
      announce(`Task added: ${task.title}, due ${taskDueText({ ...task, today })}`);
      // Text typed meanwhile is kept.
      setLine((typed) => (typed === line ? '' : typed));
      prompt.close();
    },
    onError: (error) => console.error('the task could not be added', error),
  });

  function add(event: FormEvent) {
    event.preventDefault();
    if (adding.isPending) return;
    const problem = problemOf(parsed.title);
    setWrong(problem);
    if (!problem) adding.mutate();
  }
  return (
    <PromptLine prompt={prompt} label="Add a task" icon={IconPlus}>
      <form onSubmit={add} noValidate>
        <Group gap="xs" align="flex-start">
          <TextInput
            aria-label="Add a task"
            placeholder="Call about the plan tomorrow 3pm"
            autoComplete="off"
            maxLength={2 * MAX_TASK_TITLE}
            value={line}
            error={wrong}
            onChange={(event) => {
              setLine(event.currentTarget.value);
              setWrong(null);
              if (adding.isError) adding.reset();
            }}
            style={{ flex: '1 1 240px' }}
          />
          <Button
            type="submit"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            loading={adding.isPending}
          >
            Add Task
          </Button>
        </Group>
        <TaskPreview
          task={line.trim() !== '' && parsed.title !== '' ? parsed : null}
          today={today}
          onRemove={text.parsed ? text.remove : undefined}
        />
        {adding.isError && <FailureNote message={`The task was not added. ${adding.error.message}`} />}
      </form>
    </PromptLine>
  );
}

function problemOf(title: string): string | null {
  if (title === '') return 'Please enter a task';
  return title.length > MAX_TASK_TITLE ? `At most ${MAX_TASK_TITLE} characters` : null;
}
