import { isCalendarDate, MAX_TASK_TITLE, type TaskRepeat } from '@ledgerline/contract/rules';
import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { notADate } from '../../components/ui/date-input.tsx';
import type { AgentChoice } from '../agents/agent-select.tsx';
import type { NewTask, TaskChanges } from './task-queries.ts';

/** The client of a task, with the fields forms need. */
export interface TaskClient {
  id: number;
  name: string;
}

/** Field values of a task while it is created or edited. */
export interface TaskValues {
  title: string;
  client: TaskClient | null;
  owner: AgentChoice;
  due_day: string | null;
  /** '' without a time. */
  due_time: string;
  repeat: TaskRepeat | '';
  sets_follow_up: boolean;
}

export const REPEATS: readonly { value: TaskRepeat | ''; label: string }[] = [
  { value: '', label: 'Does not repeat' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
  { value: 'yearly', label: 'Every year' },
];

export function valuesOfTask(task: Task): TaskValues {
  const { client_id: id, client_name: name } = task;
  return {
    title: task.title,
    client: id === null ? null : { id, name: name ?? 'Unnamed client' },
    owner: task.owner_agent_id ?? 'nobody',
    due_day: task.due_day,
    due_time: task.due_time ?? '',
    repeat: task.repeat ?? '',
    sets_follow_up: task.sets_follow_up,
  };
}

/** Field errors as shown on screen. */
export function taskErrors({ title, due_day }: Pick<TaskValues, 'title' | 'due_day'>) {
  const tooLong = title.trim().length > MAX_TASK_TITLE && `At most ${MAX_TASK_TITLE} characters`;
  return {
    title: title.trim() === '' ? 'Please enter a task' : tooLong,
    due_day: due_day === null ? 'Please enter a due date' : !isCalendarDate(due_day) && notADate('upcoming'),
  };
}

/** Request body of a new task. */
export function taskBody(values: TaskValues): NewTask {
  const { client, owner, due_time, repeat } = values;
  return {
    title: values.title.trim(),
    client_id: client?.id ?? null,
    owner_agent_id: owner === 'nobody' ? null : owner,
    due_day: values.due_day ?? '',
    due_time: due_time || null,
    repeat: repeat || null,
    sets_follow_up: values.sets_follow_up && client !== null,
  };
}

/** The changed fields of an existing task. */
export function taskChanges(task: Task, values: TaskValues): TaskChanges {
  const before = new Map<string, unknown>(Object.entries(taskBody(valuesOfTask(task))));
  return Object.fromEntries(
    Object.entries(taskBody(values)).filter(([field, value]) => value !== before.get(field)),
  );
}
