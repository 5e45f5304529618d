import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { OPPORTUNITY_KINDS, type TodayKind } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/today/endpoints';
import { findAgentNames } from '#features/people/agents/find-agents.ts';
import { withdrawAssigned } from '#features/people/notifications/withdraw-assigned.ts';
import { assertCanView } from '#features/records/clients/owners/assert-can-view.ts';
import { notifyAboutClient } from '#features/records/clients/owners/notify-owner.ts';
import { updateTask } from '#features/records/tasks/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { findItem } from './queries.ts';
import { atNow, enrollmentItems } from './read-today.ts';
import * as repository from './repository.ts';
import { DISMISSED_UNTIL } from './rules.ts';

type Ctx = Context<AgentActor>;
type Done = Promise<{ success: true; message: string }>;

/** The longest snooze, in years. */
const MAX_YEARS = 2;

/** For everyone, since the queue is shared by the brokerage; an obligation needs a day on which it returns. */
export async function snoozeItem(ctx: Ctx, { until, ...seen }: BodyOf<typeof endpoints.snoozeItem>): Done {
  await assertItemExists(ctx, seen);
  if (until === null && !OPPORTUNITY_KINDS.includes(seen.kind)) {
    throw wrongField('until', 'must be a day: only opportunities can be dismissed permanently');
  }
  if (until !== null) assertSnoozeDay(ctx, until);
  const hidden = until ?? DISMISSED_UNTIL;
  await repository.saveHidden(ctx.db, seen, hidden, stampOf(ctx));
  await recordChange(ctx, seen, { hidden_until: hidden });
  return { success: true, message: until === null ? 'Dismissed.' : `Snoozed until ${until}.` };
}

/** A task has its own owner column; for other items the mark stores the owner. */
export async function reassignItem(
  ctx: Ctx,
  { owner_agent_id, ...seen }: BodyOf<typeof endpoints.reassignItem>,
): Promise<ReplyOf<typeof endpoints.reassignItem>> {
  const item = await assertItemExists(ctx, seen);
  if (seen.kind === 'enrolment')
    throw wrongField('kind', 'must be an item with an owner: an enrollment period is everyone’s');
  if (seen.kind === 'task') {
    await updateTask(ctx, seen.id, { owner_agent_id });
    return { success: true, message: 'Reassigned.', previous: { owner_agent_id: item.owner_agent_id } };
  }
  await assertAssignable(ctx, owner_agent_id, item.client_id);
  const previous = await repository.findAssignment(ctx.db, seen);
  await repository.saveOwner(ctx.db, seen, owner_agent_id, stampOf(ctx));
  await recordChange(ctx, seen, { owner_agent_id });
  if (owner_agent_id !== item.owner_agent_id) {
    await withdrawAssigned(ctx, item.owner_agent_id, assignedItem(seen));
    if (owner_agent_id !== null) await notifyAssigned(ctx, item, owner_agent_id);
  }
  return { success: true, message: 'Reassigned.', previous };
}

type AssignedItem = Awaited<ReturnType<typeof assertItemExists>>;

/** The notifications of an item. */
export const assignedItem = ({ kind, id }: Pick<repository.SeenItem, 'kind' | 'id'>) =>
  ({ kind: 'item_assigned', event: `${kind}:${id}` }) as const;

/** Notifies an agent who is assigned an item by another agent, each time; an undo notifies no one. */
function notifyAssigned(ctx: Ctx, item: AssignedItem, to: number): Promise<void> {
  const { client_id, session_id, submission_id, invoice_id } = item;
  return notifyAboutClient(ctx, client_id, {
    kind: 'item_assigned',
    event: `${assignedItem(item).event}:${ctx.requestId}`,
    about: item.title,
    to,
    by: ctx.actor.id,
    session_id,
    session_form_id: submission_id,
    invoice_id,
  });
}

export async function assertAssignable(
  ctx: Ctx,
  owner_agent_id: number | null,
  client_id: number | null,
): Promise<void> {
  if (owner_agent_id === null) return;
  const agents = await findAgentNames(ctx.db);
  if (!agents.some(({ id }) => id === owner_agent_id)) {
    throw wrongField('owner_agent_id', 'must be an existing agent');
  }
  await assertCanView(ctx, { owner_agent_id, client_id });
}

/** Another agent may have handled it: then the item is gone or has another day. */
export async function assertItemExists(ctx: Ctx, { kind, id, due_day }: repository.SeenItem) {
  const at = atNow(ctx);
  const item =
    kind === 'enrolment'
      ? (await enrollmentItems(ctx, at, true)).find(({ item: one }) => one.id === id)?.item
      : await findItem(ctx.db, at, kind, id);
  if (!item) throw new AppError('conflict', { message: 'This item has already been resolved.' });
  if (item.due_day !== due_day) {
    throw new AppError('conflict', { message: 'This has changed in the meantime. Please review it again.' });
  }
  return item;
}

function assertSnoozeDay(ctx: Ctx, until: string): void {
  const { today } = atNow(ctx);
  const last = `${Number(today.slice(0, 4)) + MAX_YEARS}${today.slice(4)}`;
  if (until <= today) throw wrongField('until', 'must be a date after today');
  if (until > last) throw wrongField('until', `must be within ${MAX_YEARS} years`);
}

export const stampOf = (ctx: Ctx) => ({ by: ctx.actor.id, at: ctx.deps.clock.now() });

export async function recordChange(
  ctx: Ctx,
  { kind, id }: { kind: TodayKind; id: number },
  changes: Record<string, unknown>,
): Promise<void> {
  await auditAction(ctx, 'updated', 'today', id, { new_value: { kind, ...changes } });
  await publishLiveEvent(ctx, { kind: 'today', action: 'updated' });
}
