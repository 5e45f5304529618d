import {
  type GlobalSettings,
  getGlobalSettings,
  updateGlobalSettings,
} from '@ledgerline/contract/settings/endpoints';
import { useQuery } from '@tanstack/react-query';
import { REMINDERS } from '../../domain/reminders/use-reminders.ts';
import { api } from '../../lib/api.ts';
import { useWrite } from '../../lib/use-write.ts';

const GLOBAL_SETTINGS = ['global-settings'] as const;

export function useGlobalSettings(isWanted: boolean) {
  return useQuery({
    queryKey: GLOBAL_SETTINGS,
    queryFn: async ({ signal }) => (await api(getGlobalSettings, { signal })).data,
    enabled: isWanted,
    staleTime: 0,
  });
}

export function useUpdateGlobalSettings() {
  return useWrite(
    async (body: GlobalSettings) => (await api(updateGlobalSettings, { body })).data,
    (client, settings) => {
      client.setQueryData(GLOBAL_SETTINGS, settings);
      void client.invalidateQueries({ queryKey: REMINDERS });
    },
  );
}
