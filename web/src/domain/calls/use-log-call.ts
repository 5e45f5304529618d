import { logCall } from '@ledgerline/contract/calls/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { api, invalidate, useWrite } from '../../lib/api.ts';

const invalidateTimeline = invalidate(['timeline']);
const invalidateWithClients = invalidate(['timeline'], ['client'], ['clients']);

/** Logs a call with a client; with a next follow-up the client record updates too. */
export function useLogCall(clientId: number) {
  return useWrite(
    (body: BodyInput<typeof logCall>) => api(logCall, { params: { id: clientId }, body }),
    (client, { call }) =>
      call.follow_up_on === null ? invalidateTimeline(client) : invalidateWithClients(client),
  );
}
