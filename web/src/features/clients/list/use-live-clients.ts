import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeLive } from '../../../lib/live.ts';
import { clientKeys } from '../api.ts';

/** What other agents and tabs change appears without a reload. */
export function useLiveClients(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      subscribeLive((event) => {
        if (event.kind !== 'clients') return;
        void queryClient.invalidateQueries({ queryKey: clientKeys.lists });
        const changed = event.ids?.map((id) => clientKeys.client(id)) ?? [['client']];
        for (const queryKey of changed) void queryClient.invalidateQueries({ queryKey });
      }),
    [queryClient],
  );
}
