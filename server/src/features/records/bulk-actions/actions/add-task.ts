import type { OperationParams } from '@ledgerline/contract/bulk-actions/endpoints';
import { TASK_DAY_PAST } from '@ledgerline/contract/rules';
import { findAgentNames } from '#features/people/agents/find-agents.ts';
import { notifyAgents } from '#features/people/notifications/notify-agents.ts';
import { withAccessScopeOf } from '#features/people/teams/access-scope.ts';
import { createTask, undoAddedTask } from '#features/records/tasks/service.ts';
import { brokerageDay } from '#platform/context.ts';
import { visibleIdsOf } from '#platform/database/visible-rows.ts';
import { wrongField } from '#platform/errors.ts';
import type { BulkAction, Ctx, Outcome } from '../bulk-action.ts';
import { oneByOne } from '../one-by-one.ts';
import { findOwners } from '../queries.ts';

type Params = OperationParams['add_task'];

/** Adds a task for each client, as an agent does for one. */
export function addTask(params: Params): BulkAction {
  const { title, due_day, due_time } = params;
  return {
    batchSize: 25,
    check: (ctx) => checkTask(ctx, params),
    plan: (ctx, ids) => planTasks(ctx, params, ids),
    preview: async (_, ids) => new Map(ids.map((id) => [id, { from: null, to: title }])),
    run: async (ctx, ids, operation) => {
      const owners = new Map((await findOwners(ctx.db, ids)).map((one) => [one.id, one.owner_agent_id]));
      return oneByOne(ctx, [...owners.keys()], async (client_id) => {
        const owner_agent_id = assignee(params, owners.get(client_id) ?? null);
        const rest = { repeat: null, sets_follow_up: false };
        const task = { title, due_day, due_time, client_id, owner_agent_id, ...rest };
        const { id } = await createTask(ctx, task, () => notifyOnce(ctx, title, owner_agent_id, operation));
        return { state: 'changed', result: { task: id } };
      });
    },
    undo: async (ctx, items) => {
      const taskOf = new Map(items.map(({ record_id, result }) => [record_id, Number(result?.task)]));
      const seen = await visibleIdsOf(ctx.db, 'clients', [...taskOf.keys()]);
      const outcomes = await oneByOne(ctx, seen, async (id) => {
        const isRemoved = await undoAddedTask(ctx, taskOf.get(id) ?? 0);
        return isRemoved ? { state: 'changed' } : { state: 'rejected', reason: CHANGED };
      });
      return new Map([...outcomes].map(([id, { reason }]) => [id, reason ?? null]));
    },
  };
}

const CHANGED = 'The task was changed afterwards and was not removed';
const UNSEEN: Outcome = {
  state: 'rejected',
  reason: 'The agent for the task has no access to this client. Reassign the client first',
};

/** A task is not assigned to an agent who cannot see the client. */
async function planTasks(ctx: Ctx, { owner_agent_id: to }: Params, ids: readonly number[]) {
  const clients = await findOwners(ctx.db, ids);
  const all = () => visibleIdsOf(ctx.db, 'clients', ids);
  const seen = new Set(await (typeof to === 'number' ? withAccessScopeOf(ctx.db, to, all) : all()));
  return new Map(clients.map(({ id }) => [id, seen.has(id) ? null : UNSEEN]));
}

const assignee = ({ owner_agent_id: to }: Params, clientOwner: number | null): number | null =>
  to === 'client_owner' ? clientOwner : to;

async function checkTask(ctx: Ctx, { due_day, owner_agent_id: owner }: Params): Promise<void> {
  if (due_day < brokerageDay(ctx.deps)) throw wrongField('due_day', TASK_DAY_PAST);
  if (typeof owner !== 'number') return;
  const agents = await findAgentNames(ctx.db);
  if (!agents.some(({ id }) => id === owner)) throw wrongField('owner_agent_id', 'must be an existing agent');
}

/** One notification for all tasks of an action. */
async function notifyOnce(ctx: Ctx, title: string, to: number | null, operation: string): Promise<void> {
  if (to === null) return;
  const event = `${operation}:${to}`;
  await notifyAgents(ctx, {
    kind: 'task_handed',
    event,
    about: title,
    to,
    by: ctx.actor.id,
    path: '/crm/today',
  });
}
