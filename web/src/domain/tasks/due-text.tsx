import { isTaskOverdue, taskDueText } from '@ledgerline/contract/rules';
import { Text } from '@mantine/core';
import type { BrokerageNow } from './parse-task.ts';

interface DueTextProps {
  due: { due_day: string; due_time: string | null };
  brokerageNow: BrokerageNow;
}

/** 'Due tomorrow, 3:00 PM'; overdue tasks are highlighted and labeled. */
export function DueText({ due, brokerageNow }: DueTextProps) {
  const text = taskDueText({ ...due, today: brokerageNow.today });
  if (!isTaskOverdue(due, brokerageNow)) return <span>Due {text}</span>;
  return (
    <Text span inherit c="var(--mantine-color-error)">
      Overdue: {text}
    </Text>
  );
}
