import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { pick } from '#platform/pick.ts';
import type { ListedTask } from './queries.ts';

export function toTask(row: ListedTask): Task {
  return {
    ...pick(row, ['id', 'title', 'client_id', 'client_name', 'owner_agent_id', 'due_day', 'repeat']),
    due_time: row.due_time || null,
    sets_follow_up: row.sets_follow_up,
    done_at: row.done_at?.toISOString() ?? null,
    done_by: row.done_by,
  };
}
