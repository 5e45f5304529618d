import { REMINDER_REASONS, type ReminderReason } from '@ledgerline/contract/rules/reminders';
import type { BulkAction, Ctx, Outcome } from '#features/records/bulk-actions/bulk-action.ts';
import { oneByOne } from '#features/records/bulk-actions/one-by-one.ts';
import { visibleIdsOf } from '#platform/database/visible-rows.ts';
import { listSessionSeries } from './queries.ts';
import { isOnItsWay, isUnsendable } from './rules.ts';
import { statesOf } from './send-reminders.ts';
import { sendReminder } from './service.ts';

const NOTHING_SENT: Outcome = { state: 'skipped', reason: 'No open session was emailed to the client' };

type State = Awaited<ReturnType<typeof statesOf>>[number];

/** Reminds each client of the latest open session, as an agent does for one (decision 130). */
export function remindClients(): BulkAction {
  return {
    batchSize: 10,
    isEmail: true,
    check: async () => undefined,
    plan: async (ctx, ids) => outcomesOf(await planReminders(ctx, ids)),
    preview: async (ctx, ids) => {
      const plans = await planReminders(ctx, ids);
      const shown = [...plans].flatMap(([id, plan]) => ('session' in plan ? [[id, plan] as const] : []));
      return new Map(shown.map(([id, { title, address }]) => [id, { from: title, to: address }]));
    },
    run: async (ctx, ids) => {
      const plans = await planReminders(ctx, ids);
      return oneByOne(ctx, [...plans.keys()], async (id) => {
        const plan = plans.get(id) ?? NOTHING_SENT;
        if (!('session' in plan)) return plan;
        await sendReminder(ctx, { of: 'session', id: plan.session });
        return { state: 'changed' };
      });
    },
  };
}

type Plan = { session: number; title: string; address: string } | Outcome;

const outcomesOf = (plans: Map<number, Plan>): Map<number, Outcome | null> =>
  new Map([...plans].map(([id, plan]) => [id, 'session' in plan ? null : plan]));

/** For each client the session to remind of, or why there is none. */
async function planReminders(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Plan>> {
  const series = await listSessionSeries(ctx.db, ids);
  const found = await statesOf(
    ctx,
    series.map(({ series_id }) => series_id),
  );
  const stateOf = new Map(found.map((one) => [one.series.id, one]));
  const bySession = Map.groupBy(series, ({ client_id }) => client_id);
  const seen = (await visibleIdsOf(ctx.db, 'clients', ids)).sort((a, b) => a - b);
  return new Map(
    seen.map((id) => {
      const sessions = bySession.get(id) ?? [];
      const latest = sessions.find(({ series_id }) => isOpen(stateOf.get(series_id))) ?? sessions[0];
      return [id, latest ? planOf(latest.session_id, stateOf.get(latest.series_id)) : NOTHING_SENT];
    }),
  );
}

/** With these, the client has nothing left to do in the session; any other reason applies to the reminders only. */
const CLOSED: readonly (ReminderReason | null)[] = ['done', 'voided', 'declined', 'taken_back'];

const isOpen = (found: State | undefined): boolean => !!found && !CLOSED.includes(found.state.ended);

function planOf(session: number, found: State | undefined): Plan {
  if (!found) return NOTHING_SENT;
  const { series, state } = found;
  const skipped = (reason: string): Outcome => ({ state: 'skipped', reason });
  if (state.ended !== null) return skipped(REMINDER_REASONS[state.ended]);
  if (series.state !== 'active') return skipped('An agent paused or stopped the reminders.');
  const { waits } = state;
  if (waits !== null && (isUnsendable(waits) || waits === 'no_public_url'))
    return { state: 'rejected', reason: REMINDER_REASONS[waits] };
  if (isOnItsWay(series)) return skipped('The last email to the client is still being sent.');
  if (state.next === null) return skipped(REMINDER_REASONS.used_up);
  return { session, title: series.about, address: series.last_mail.to_address };
}
