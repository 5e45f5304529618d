import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { periodEnd, type TodayGroup, todayGroup, todayHorizon } from '@ledgerline/contract/rules';
import {
  type countToday as countEndpoint,
  type listToday as listEndpoint,
  MAX_COUNTED,
  type TodayItem,
} from '@ledgerline/contract/today/endpoints';
import { ownerOf } from '#features/records/clients/service.ts';
import { enrollmentPeriods } from '#features/settings/service.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import * as queries from './queries.ts';
import { type Cursor, compareRanks, cursorText, readCursor, viewsAfter, viewsOfGroups } from './rules.ts';

type Ctx = Context<AgentActor>;

/** An item and its position in the queue. */
interface PositionedItem {
  item: TodayItem;
  cursor: Cursor;
}

/** One page of work items, in the order of decision 049. */
export async function listToday(
  ctx: Ctx,
  { owner, limit, after, kind }: QueryOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const cursor = after === undefined ? undefined : readCursor(after);
  if (cursor === null) throw wrongField('after', 'must be a cursor from a previous page');
  const at = atNow(ctx);
  const found = await queries.listItems(
    ctx.db,
    at,
    viewsAfter(cursor, daysOf(at)).filter((view) => kind === undefined || view.kind === kind),
    ownerOf(ctx, owner),
    limit + 1,
  );
  const includesPeriods = kind === undefined || kind === 'enrolment';
  const periods = includesPeriods
    ? (await enrollmentItems(ctx, at)).filter(({ cursor: own }) => isAfter(own, cursor))
    : [];
  const sorted = [...found.map((item) => positionedItem(item, at)), ...periods].sort((one, other) =>
    compareRanks(one.cursor, other.cursor),
  );
  const page = sorted.slice(0, limit);
  const last = page.at(-1);
  return {
    success: true,
    lines: await withClients(ctx, page),
    next: last && sorted.length > limit ? cursorText(last.cursor) : null,
  };
}

export async function countToday(
  ctx: Ctx,
  { owner }: QueryOf<typeof countEndpoint>,
): Promise<ReplyOf<typeof countEndpoint>> {
  const at = atNow(ctx);
  const views = viewsOfGroups(daysOf(at));
  const whose = ownerOf(ctx, owner);
  const found = await queries.countItems(ctx.db, at, views, whose, MAX_COUNTED);
  const periods = (await enrollmentItems(ctx, at)).length;
  const kinds = found.flatMap(({ view, count }) => {
    const { group, kind } = views[view] ?? {};
    return group && kind && count > 0 ? [{ group, kind, count }] : [];
  });
  const all = [
    ...kinds,
    ...(periods > 0 ? [{ group: 'today', kind: 'enrolment', count: periods } as const] : []),
  ];
  const counts: Record<TodayGroup, number> = { overdue: 0, today: 0, next_7_days: 0 };
  for (const { group, count } of all) counts[group] = Math.min(counts[group] + count, MAX_COUNTED);
  return {
    success: true,
    counts,
    kinds: all,
    overdue_cents: await queries.sumOverdue(ctx.db, at, whose),
    done_today: await queries.countDone(ctx.db, at, whose),
  };
}

/** How many items `listToday` lists for each agent, and how many of them everyone has: the open enrollment periods. */
export async function countTodayByOwner(
  ctx: Ctx,
): Promise<{ owners: { agent_id: number | null; items: number }[]; shared: number }> {
  const at = atNow(ctx);
  const owners = await queries.countByOwner(ctx.db, at, viewsAfter(undefined, daysOf(at)));
  return { owners, shared: (await enrollmentItems(ctx, at)).length };
}

/** Today's date at the brokerage, and how far Today looks ahead. */
export function atNow({ deps }: Pick<Context, 'deps'>): queries.CurrentTime {
  const now = deps.clock.now();
  const today = brokerageDay(deps, now);
  return { today, now, time_zone: deps.config.TIME_ZONE, horizon: todayHorizon(today) };
}

const daysOf = ({ today }: queries.CurrentTime) => ({ today, tomorrow: todayHorizon(today, 1) });

/** The open enrollment periods; they can be snoozed like any other item. */
export async function enrollmentItems(
  ctx: Ctx,
  { today }: queries.CurrentTime,
  withHidden = false,
): Promise<PositionedItem[]> {
  const periods = await enrollmentPeriods(ctx);
  const open = periods.flatMap((period, at) => {
    const end = periodEnd(period, today);
    return end === null ? [] : [{ id: at + 1, title: period.name, due_day: end }];
  });
  const hidden = withHidden || open.length === 0 ? [] : await queries.listHiddenPeriods(ctx.db, today);
  return open
    .filter(({ id, due_day }) => !hidden.some((one) => one.subject_id === id && one.due_day === due_day))
    .map((period) => ({
      item: { ...EMPTY, kind: 'enrolment', group: 'today', ...period },
      cursor: { kind: 'enrolment', group: 'today', day: period.due_day, position: [String(period.id)] },
    }));
}

const EMPTY = {
  due_time: null,
  since: null,
  amount_cents: null,
  client_id: null,
  ...{ client_name: null, client_phone: null, client_email: null },
  owner_agent_id: null,
  ...{ session_id: null, submission_id: null, form_id: null, invoice_id: null },
};

function isAfter(own: Cursor, cursor: Cursor | undefined): boolean {
  if (!cursor) return true;
  const order = compareRanks(own, cursor);
  return order > 0 || (order === 0 && Number(own.position[0]) > Number(cursor.position[0]));
}

function positionedItem(
  { position, since, ...found }: queries.FoundItem,
  { today }: queries.CurrentTime,
): PositionedItem {
  const group = todayGroup({ ...found, today });
  return {
    item: { ...EMPTY, ...found, group, since: since?.toISOString() ?? null },
    cursor: { group, day: found.due_day, kind: found.kind, position },
  };
}

async function withClients(ctx: Ctx, page: readonly PositionedItem[]): Promise<TodayItem[]> {
  const ids = [...new Set(page.flatMap(({ item }) => item.client_id ?? []))];
  const clients = new Map(
    (ids.length === 0 ? [] : await queries.listClientsOf(ctx.db, ids)).map((client) => [client.id, client]),
  );
  return page.map(({ item }) => {
    const client = clients.get(item.client_id ?? 0);
    if (!client) return item;
    return { ...item, client_name: client.name, client_phone: client.phone, client_email: client.email };
  });
}
