import { getPublicSettings, type PublicSettings } from '@ledgerline/contract/settings/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';

const UNTIL_LOADED: PublicSettings = {
  brand: 'Ledgerline',
  phone_lookup_url: '',
  card_security_code: 'keep',
  time_zone: 'America/New_York',
};

export function usePublicSettings(): PublicSettings {
  const { data } = useQuery({
    queryKey: ['public-settings'],
    queryFn: async () => (await api(getPublicSettings)).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? UNTIL_LOADED;
}

export function useBrand(): string {
  return usePublicSettings().brand;
}
