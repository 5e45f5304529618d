import { MAX_TASK_TITLE, taskDueText } from '@ledgerline/contract/rules';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { useTaskWrites } from '../../domain/tasks/task-queries.ts';
import type { Understood } from '../../domain/tasks/understand.ts';
import { useHere, useUnderstood } from '../../domain/tasks/use-understood.ts';

interface AddTaskLineProps {
  clientId: number;
  input: RefObject<HTMLInputElement | null>;
}

/** Adds a task from one line of text: the parsed day and time are shown before it is created. */
export function AddTaskLine({ clientId, input }: AddTaskLineProps) {
  const [line, setLine] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const { create } = useTaskWrites();
  const here = useHere();
  const { today } = here();
  const parsed: Understood = useUnderstood(line) ?? { ...plain(line), due_day: today };

  function add(event: FormEvent) {
    event.preventDefault();
    if (create.isPending) return;
    const problem = problemOf(parsed.title);
    setWrong(problem);
    if (problem) return;
    create.mutate(
      { ...parsed, client_id: clientId },
      {
        // Text typed meanwhile is kept.
        onSuccess: () => setLine((typed) => (typed === line ? '' : typed)),
        onError: (error) => console.error('the task could not be added', error),
      },
    );
  }
  return (
    <form onSubmit={add} noValidate>
      <Group gap="xs" align="flex-start">
        <TextInput
          ref={input}
          aria-label="Add a task"
          placeholder="Call about the plan tomorrow 3pm"
          autoComplete="off"
          maxLength={2 * MAX_TASK_TITLE}
          value={line}
          error={wrong}
          onChange={(event) => {
            setLine(event.currentTarget.value);
            setWrong(null);
            if (create.isError) create.reset();
          }}
          style={{ flex: '1 1 240px' }}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          loading={create.isPending}
        >
          Add Task
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mt={4} role="status">
        {line.trim() !== '' && parsed.title !== '' && preview(parsed, today)}
      </Text>
      {create.isError && <FailureNote message={`The task was not added. ${create.error.message}`} />}
    </form>
  );
}

const plain = (line: string): Omit<Understood, 'due_day'> => ({
  title: line.trim(),
  due_time: null,
  repeat: null,
});

function problemOf(title: string): string | null {
  if (title === '') return 'Please enter a task';
  return title.length > MAX_TASK_TITLE ? `At most ${MAX_TASK_TITLE} characters` : null;
}

function preview({ title, due_day, due_time, repeat }: Understood, today: string): string {
  const due = `Due ${taskDueText({ due_day, due_time, today })}`;
  return [`“${title}”`, due, repeat && `repeats ${repeat}`].filter(Boolean).join(' · ');
}
