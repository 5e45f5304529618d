import { isTaskOverdue, taskDueText } from '@ledgerline/contract/rules';
import { Text } from '@mantine/core';
import type { Here } from './understand.ts';

interface DueTextProps {
  due: { due_day: string; due_time: string | null };
  here: Here;
}

/** 'Due tomorrow, 3:00 PM'; overdue tasks are highlighted and labeled. */
export function DueText({ due, here }: DueTextProps) {
  const text = taskDueText({ ...due, today: here.today });
  if (!isTaskOverdue(due, here)) return <span>Due {text}</span>;
  return (
    <Text span inherit c="var(--mantine-color-error)">
      Overdue: {text}
    </Text>
  );
}
