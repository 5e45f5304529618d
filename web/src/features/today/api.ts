import { updateClient } from '@ledgerline/contract/clients/endpoints';
import type { BodyInput, BodyOf, QueryInput, ReplyOf } from '@ledgerline/contract/endpoint';
import { expirationHours } from '@ledgerline/contract/rules';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import { finishTask, reopenTask, type Task } from '@ledgerline/contract/tasks/endpoints';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import * as endpoints from '@ledgerline/contract/today/endpoints';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { defaultExpirationDays } from '../../domain/links/default-expiration.ts';
import { api, useWrite } from '../../lib/api.ts';

/** Whose items are shown; everyone's if omitted. */
export type TodayOwner = QueryInput<typeof endpoints.listToday>['owner'];
type TodayPage = ReplyOf<typeof endpoints.listToday>;

export const TODAY = ['today'] as const;
const LINES = [...TODAY, 'lines'] as const;
const FIRST_DAY = [...TODAY, 'first-day'] as const;
const FIRST_PAGE: string | undefined = undefined;
/** Items that become due with time publish no event. */
const AGING_MS = 300_000;

/** The paginated queue; the previous filter's items stay while the next ones load. */
export function useToday(owner: TodayOwner) {
  return useInfiniteQuery({
    queryKey: [...LINES, owner ?? null],
    queryFn: ({ pageParam, signal }) =>
      api(endpoints.listToday, { query: { owner, after: pageParam }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: AGING_MS,
  });
}

/** The forms that still wait for an advisor's signature, in the order of Today; fetched when one was signed. */
export function useFormsToSign(owner: TodayOwner) {
  return useQuery({
    queryKey: [...TODAY, 'to-sign', owner ?? null],
    queryFn: ({ signal }) => api(endpoints.listToday, { query: { owner, kind: 'sign' }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function useTodayCounts(owner: TodayOwner, isWanted = true) {
  return useQuery({
    queryKey: [...TODAY, 'counts', owner ?? null],
    queryFn: ({ signal }) => api(endpoints.countToday, { query: { owner }, signal }),
    enabled: isWanted,
    staleTime: 0,
    refetchInterval: AGING_MS,
  });
}

/** An owner's open setup steps; writes also return them. */
export function useGettingStartedQuery(isWanted: boolean) {
  return useQuery({
    queryKey: FIRST_DAY,
    queryFn: ({ signal }) => api(endpoints.getGettingStarted, { signal }),
    enabled: isWanted,
    staleTime: 0,
  });
}

export function useUpdateGettingStarted() {
  return useWrite(
    (is_dismissed: boolean) => api(endpoints.updateGettingStarted, { body: { is_dismissed } }),
    (client, reply) => client.setQueryData(FIRST_DAY, reply),
  );
}

/** Item key: with another due date it is a different item. */
export function itemKey({ kind, id, due_day }: TodayItem): string {
  return `${kind}:${id}:${due_day}`;
}

const seen = ({ kind, id, due_day }: TodayItem) => ({ kind, id, due_day });

/**
 * Removes a completed item from the lists immediately, before they are refetched; responses requested earlier do not
 * restore it.
 */
async function drop(client: QueryClient, item: TodayItem, leaves = (_: QueryKey) => true): Promise<void> {
  await client.cancelQueries({ queryKey: LINES });
  const key = itemKey(item);
  for (const [queryKey, data] of client.getQueriesData<InfiniteData<TodayPage>>({ queryKey: LINES })) {
    if (!data || !leaves(queryKey)) continue;
    const pages = data.pages.map((page) => ({
      ...page,
      lines: page.lines.filter((other) => itemKey(other) !== key),
    }));
    client.setQueryData(queryKey, { ...data, pages });
  }
}

/** Snoozes an item for everyone; without a date, until its cause changes. */
export function useSnooze() {
  return useWrite(
    ({ item, until }: { item: TodayItem; until: string | null }) =>
      api(endpoints.snoozeItem, { body: { ...seen(item), until } }),
    (client, _, { item }) => drop(client, item),
  );
}

/** Undoes a snooze that lasts until `until`, or any snooze if that is null. */
export function useWakeItem() {
  return useWrite(
    ({ item, until }: { item: TodayItem; until: string | null }) =>
      api(endpoints.wakeItem, { body: { ...seen(item), until } }),
    (client) => client.invalidateQueries({ queryKey: TODAY }),
  );
}

/** A reassignment, and the assignment before it. */
export type Reassignment = Pick<BodyOf<typeof endpoints.undoReassignItem>, 'owner_agent_id' | 'previous'>;

/** Reassigns or unassigns an item. `me` is the current agent. */
export function useReassignItem(item: TodayItem, me: number | undefined) {
  return useWrite(
    (to: number | null) => api(endpoints.reassignItem, { body: { ...seen(item), owner_agent_id: to } }),
    (client, _, to) =>
      drop(
        client,
        item,
        ([, , owner]) => (owner === 'me' && to !== me) || (owner === 'nobody' && to !== null),
      ),
  );
}

/** Undoes a reassignment by restoring the previous assignment. */
export function useUndoReassign() {
  return useWrite(
    ({ item, ...undone }: { item: TodayItem } & Reassignment) =>
      api(endpoints.undoReassignItem, { body: { ...seen(item), ...undone } }),
    (client) => client.invalidateQueries({ queryKey: TODAY }),
  );
}

export function useFinishTask() {
  return useWrite(
    (item: TodayItem) => api(finishTask, { params: { id: item.id } }),
    (client, _, item) => {
      invalidateFollowUps(client);
      return drop(client, item);
    },
  );
}

/** A follow-up belongs to its client, and may come from a task. */
function invalidateFollowUps(client: QueryClient): void {
  for (const queryKey of [['tasks'], ['client'], ['clients']]) void client.invalidateQueries({ queryKey });
}

export function useReopenTask() {
  return useWrite(
    ({ id, done_at }: Pick<Task, 'id' | 'done_at'>) =>
      api(reopenTask, { params: { id }, query: { done_at: done_at ?? undefined } }),
    (client) => {
      invalidateFollowUps(client);
      return client.invalidateQueries({ queryKey: TODAY });
    },
  );
}

/** Sets a client's next follow-up unless it has changed since it was loaded; null is none. */
export interface NextFollowUp {
  item: TodayItem;
  day: string | null;
  /** The value seen; omitted by callers who know that it has changed. */
  was?: string | null | undefined;
}

export function useSetFollowUp() {
  return useWrite(
    ({ item, day, was }: NextFollowUp) => {
      const body: BodyInput<typeof updateClient> = { next_f_u_date: day };
      const guard = was === undefined ? {} : { was: { next_f_u_date: was } };
      return api(updateClient, { params: { id: item.client_id ?? item.id }, body: { ...body, ...guard } });
    },
    (client, _, { item }) => {
      invalidateFollowUps(client);
      return drop(client, item);
    },
  );
}

/** Extends the link at the same URL for the lifetime of a new link; returns its expiration. */
export function useExtendLink() {
  const queryClient = useQueryClient();
  return useWrite(
    async (item: TodayItem): Promise<string> => {
      const hours = expirationHours(await defaultExpirationDays(queryClient));
      return item.submission_id === null ? extendSession(item, hours) : extendForm(item, hours);
    },
    (client, _, item) => drop(client, item),
  );
}

async function extendSession({ session_id }: TodayItem, hours: number): Promise<string> {
  const { expiresAt } = await api(generateSessionToken, {
    params: { id: session_id ?? 0 },
    body: { accessType: 'client_access', expirationHours: hours, extend: true },
  });
  return expiresAt;
}

async function extendForm({ form_id, client_id, submission_id }: TodayItem, hours: number): Promise<string> {
  const { data } = await api(createClientLink, {
    body: {
      formId: form_id ?? 0,
      clientId: client_id ?? 0,
      sessionFormId: submission_id ?? 0,
      expirationHours: hours,
    },
  });
  return data.expiresAt;
}
