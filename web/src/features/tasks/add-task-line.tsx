import { MAX_TASK_TITLE, taskDueText } from '@ledgerline/contract/rules';
import { Button, Group, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { announce } from '../../components/ui/announcer.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { PromptLine, type usePrompt } from '../../components/ui/prompt-line.tsx';
import type { ParsedTask } from '../../domain/tasks/parse-task.ts';
import { TaskPreview } from '../../domain/tasks/task-preview.tsx';
import { useTaskWrites } from '../../domain/tasks/task-queries.ts';
import { useBrokerageNow, useTaskText } from '../../domain/tasks/use-parsed-task.ts';

interface AddTaskLineProps {
  clientId: number;
  prompt: ReturnType<typeof usePrompt>;
}

/** Adds a task from one line of text: the parsed day and time are shown before it is created. */
export function AddTaskLine({ clientId, prompt }: AddTaskLineProps) {
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
