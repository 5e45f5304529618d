import type { Reminded, ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import * as endpoints from '@ledgerline/contract/reminders/endpoints';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api, useWrite } from '../../lib/api.ts';

/** What a client is reminded of: a form by its submission, a session, an invoice. */
export interface RemindedItemRef {
  of: Reminded;
  id: number;
}

/** Key prefix of all reminder lines. */
export const REMINDERS = ['reminders'] as const;
const keyOf = ({ of, id }: RemindedItemRef) => [...REMINDERS, of, id] as const;

/** The reminder state of one object. */
export function useReminders(target: RemindedItemRef) {
  return useQuery({
    queryKey: keyOf(target),
    queryFn: async ({ signal }) => (await api(endpoints.getReminders, { params: target, signal })).data,
    staleTime: 0,
  });
}

/** Reminder actions; each response updates the line. */
export function useReminderActions(target: RemindedItemRef) {
  const params = target;
  const updateCache = (client: QueryClient, { data }: { data: ReminderLine }) =>
    client.setQueryData<ReminderLine>(keyOf(target), data);
  return {
    pause: useWrite(() => api(endpoints.pauseReminders, { params }), updateCache),
    resume: useWrite(() => api(endpoints.resumeReminders, { params }), updateCache),
    stop: useWrite(() => api(endpoints.stopReminders, { params }), updateCache),
    send: useWrite(
      (idempotencyKey: string) => api(endpoints.sendReminder, { params, idempotencyKey }),
      (client, reply) => {
        updateCache(client, reply);
        for (const queryKey of [['mail'], ['timeline']]) void client.invalidateQueries({ queryKey });
      },
    ),
  };
}
