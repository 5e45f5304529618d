import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { listTasks as listEndpoint } from '@ledgerline/contract/tasks/endpoints';
import { ownerOf } from '#features/records/clients/service.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import { toTask } from './presenter.ts';
import * as queries from './queries.ts';
import { formatCursor, parseCursor } from './rules.ts';

/** One page of the tasks by owner, client and due date; every agent sees them all. */
export async function listTasks(
  ctx: Context<AgentActor>,
  { after, owner, ...query }: QueryOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const cursor = after === undefined ? undefined : parseCursor(query.state, after);
  if (cursor === null) throw wrongField('after', 'must be a cursor from a previous page');
  const view = { ...query, after: cursor, owner: ownerOf(ctx, owner) };
  const rows = await queries.listTasks(ctx.db, {
    ...{ client_id: undefined, due_from: undefined, due_to: undefined },
    ...view,
  });
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    success: true,
    tasks: page.map(toTask),
    next: last && rows.length > page.length ? formatCursor(last) : null,
  };
}
