import type { PublicSettings } from '@ledgerline/contract/settings/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { setPublicUrl } from './external-url.ts';
import { PUBLIC_SETTINGS } from './light-endpoints.ts';
import { settingsOfPage } from './page-settings.ts';

const UNTIL_LOADED: PublicSettings = {
  brand: 'Ledgerline',
  logo: null,
  color: null,
  phone_lookup_url: '',
  card_security_code: 'keep',
  time_zone: 'America/New_York',
  public_url: null,
  is_email_connected: true,
};

export function usePublicSettings(): PublicSettings {
  const { data } = useQuery({
    queryKey: ['public-settings'],
    queryFn: async () => {
      const { data } = await api(PUBLIC_SETTINGS);
      setPublicUrl(data.public_url);
      return data;
    },
    initialData: settingsOfPage,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? UNTIL_LOADED;
}

/** Whether emails reach anyone. */
export function useIsEmailConnected(): boolean {
  return usePublicSettings().is_email_connected;
}

export function useBrand(): string {
  return usePublicSettings().brand;
}
