import {
  type GlobalSettings,
  getGlobalSettings,
  updateGlobalSettings,
} from '@ledgerline/contract/settings/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

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
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: GlobalSettings) => (await api(updateGlobalSettings, { body })).data,
    onSuccess: (settings) => queryClient.setQueryData(GLOBAL_SETTINGS, settings),
  });
}
