import type { BodyOf } from '@ledgerline/contract/endpoint';
import { CHANCES, type TodayKind } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/today/endpoints';
import { findAgentNames } from '#features/people/agents/find-agents.ts';
import { refuseBlind } from '#features/records/clients/owners/assert-can-view.ts';
import { updateTask } from '#features/records/tasks/service.ts';
import { auditAct } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { announceAct } from '#platform/live.ts';
import { findLine } from './queries.ts';
import { atNow, linesOfWindows } from './read-today.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Done = Promise<{ success: true; message: string }>;

/** Of what is put off until its cause changes. */
const FOR_GOOD = '9999-12-31';
/** The longest that something is put off, in years. */
const MAX_YEARS = 2;

/** For everybody, since it is one brokerage's queue; a duty needs a day on which it comes back. */
export async function snoozeLine(ctx: Ctx, { until, ...seen }: BodyOf<typeof endpoints.snoozeLine>): Done {
  await refuseGone(ctx, seen);
  if (until === null && !CHANCES.includes(seen.kind)) {
    throw wrongField('until', 'must be a day: only what nobody has to do can be put off for good');
  }
  if (until !== null) refuseDay(ctx, until);
  const hidden = until ?? FOR_GOOD;
  await repository.keepHidden(ctx.db, seen, hidden, saidBy(ctx));
  await tell(ctx, seen, { hidden_until: hidden });
  return { success: true, message: until === null ? 'Put aside.' : `Put off until ${until}.` };
}

export async function wakeLine(ctx: Ctx, seen: BodyOf<typeof endpoints.wakeLine>): Done {
  await refuseGone(ctx, seen);
  await repository.keepHidden(ctx.db, seen, null, saidBy(ctx));
  await tell(ctx, seen, { hidden_until: null });
  return { success: true, message: 'Back on Today.' };
}

/** A task has an owner of its own; of another line the mark names who has it. */
export async function handOverLine(
  ctx: Ctx,
  { owner_agent_id, ...seen }: BodyOf<typeof endpoints.handOverLine>,
): Done {
  const line = await refuseGone(ctx, seen);
  if (seen.kind === 'enrolment')
    throw wrongField('kind', 'must be a line of somebody: a window is everybody’s');
  if (seen.kind === 'task') {
    await updateTask(ctx, seen.id, { owner_agent_id });
    return { success: true, message: 'Handed over.' };
  }
  if (owner_agent_id !== null) {
    const agents = await findAgentNames(ctx.db);
    if (!agents.some(({ id }) => id === owner_agent_id)) {
      throw wrongField('owner_agent_id', 'must be an agent; this one does not exist any more');
    }
  }
  if (owner_agent_id !== null) await refuseBlind(ctx, { owner_agent_id, client_id: line?.client_id });
  await repository.keepOwner(ctx.db, seen, owner_agent_id, saidBy(ctx));
  await tell(ctx, seen, { owner_agent_id });
  return { success: true, message: 'Handed over.' };
}

/** Of two agents one may have done it: the line is gone then, or has another day. */
async function refuseGone(ctx: Ctx, { kind, id, due_day }: repository.SeenLine) {
  const at = atNow(ctx);
  const line =
    kind === 'enrolment'
      ? (await linesOfWindows(ctx, at, true)).find(({ line: one }) => one.id === id)?.line
      : await findLine(ctx.db, at, kind, id);
  if (!line) throw new AppError('conflict', { message: 'This needs nobody any more.' });
  if (line.due_day !== due_day) {
    throw new AppError('conflict', { message: 'This has changed in the meantime. Please look at it again.' });
  }
  return line;
}

function refuseDay(ctx: Ctx, until: string): void {
  const { today } = atNow(ctx);
  const last = `${Number(today.slice(0, 4)) + MAX_YEARS}${today.slice(4)}`;
  if (until <= today) throw wrongField('until', 'must be a later day than today');
  if (until > last) throw wrongField('until', `must be within ${MAX_YEARS} years`);
}

const saidBy = (ctx: Ctx) => ({ by: ctx.actor.id, at: ctx.deps.clock.now() });

async function tell(
  ctx: Ctx,
  { kind, id }: { kind: TodayKind; id: number },
  said: Record<string, unknown>,
): Promise<void> {
  await auditAct(ctx, 'updated', 'today', id, { new_value: { kind, ...said } });
  await announceAct(ctx, { kind: 'today', action: 'updated' });
}
