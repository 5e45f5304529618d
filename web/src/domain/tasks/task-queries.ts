import type { BodyInput, QueryInput, ReplyOf } from '@ledgerline/contract/endpoint';
import type { Task } from '@ledgerline/contract/tasks/endpoints';
import * as endpoints from '@ledgerline/contract/tasks/endpoints';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { api, invalidate, useWrite } from '../../lib/api.ts';

const TASKS = ['tasks'] as const;

export type NewTask = BodyInput<typeof endpoints.createTask>;
export type TaskChanges = BodyInput<typeof endpoints.updateTask>;

/** A page of tasks: by owner, client, due date, open or done. */
export function tasksQuery(view: QueryInput<typeof endpoints.listTasks>) {
  return queryOptions({
    queryKey: [...TASKS, view],
    queryFn: ({ signal }) => api(endpoints.listTasks, { query: view, signal }),
  });
}

/** The number of tasks that a client's card shows. */
const MAX_OF_CLIENT = 200;

/** A client's open tasks; all parts of the client page share one request. */
export const clientTasksQuery = (clientId: number) =>
  tasksQuery({ client_id: clientId, limit: MAX_OF_CLIENT });

/** The title of the open task that set a client's follow-up to this day. */
export function useFollowUpTitle(clientId: number, day: string): string | null {
  const { data } = useQuery(clientTasksQuery(clientId));
  const followUpTask = data?.tasks.find((task) => task.sets_follow_up && task.due_day === day);
  return followUpTask?.title ?? null;
}

const invalidateTasks = invalidate(TASKS, ['timeline']);
const invalidateWithClients = invalidate(TASKS, ['timeline'], ['client'], ['clients']);

/** Each response invalidates task lists, and clients where the task sets a follow-up. */
function follow(client: QueryClient, ...tasks: readonly { sets_follow_up: boolean }[]) {
  const hasFollowUp = tasks.some((task) => task.sets_follow_up);
  return hasFollowUp ? invalidateWithClients(client) : invalidateTasks(client);
}

const paramsOf = ({ id }: Task) => ({ params: { id } });

/** All task mutations. */
export function useTaskWrites() {
  return {
    create: useWrite(
      (body: NewTask) => api(endpoints.createTask, { body }),
      (client, { task }) => follow(client, task),
    ),
    update: useWrite(
      ({ task, changes }: { task: Task; changes: TaskChanges }) =>
        api(endpoints.updateTask, { ...paramsOf(task), body: changes }),
      (client, reply, { task }) => follow(client, reply.task, task),
    ),
    finish: useWrite(
      (task: Task) => api(endpoints.finishTask, paramsOf(task)),
      (client, { task }) => follow(client, task),
    ),
    undoCreate: useWrite(
      ({ task, follow_up_was }: ReplyOf<typeof endpoints.createTask>) =>
        api(endpoints.undoCreateTask, { ...paramsOf(task), body: { follow_up_was } }),
      (client, _, { task }) => follow(client, task),
    ),
    /** Undoes only the completion shown here, not a later one. */
    reopen: useWrite(
      (task: Task) =>
        api(endpoints.reopenTask, { ...paramsOf(task), query: { done_at: task.done_at ?? undefined } }),
      (client, { task }) => follow(client, task),
    ),
    remove: useWrite(
      (task: Task) => api(endpoints.deleteTask, paramsOf(task)),
      (client, _, task) => follow(client, task),
    ),
  };
}
