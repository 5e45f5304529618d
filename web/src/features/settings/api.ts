import {
  type GlobalSettings,
  getGlobalSettings,
  getInstallation,
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

/** How the server sends email and stores backups. */
export function useInstallation() {
  return useQuery({
    queryKey: ['installation'],
    queryFn: async ({ signal }) => (await api(getInstallation, { signal })).data,
    staleTime: 0,
  });
}
