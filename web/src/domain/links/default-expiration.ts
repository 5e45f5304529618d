import { DEFAULT_EXPIRATION_DAYS } from '@ledgerline/contract/rules';
import { getGlobalSettings } from '@ledgerline/contract/settings/endpoints';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Default lifetime of a link in days; 7 when the setting cannot be read (0§9). */
export async function defaultExpirationDays(queryClient: QueryClient): Promise<number> {
  try {
    const { default_form_expiration_days } = await queryClient.fetchQuery({
      queryKey: ['global-settings'],
      queryFn: async () => (await api(getGlobalSettings)).data,
    });
    return default_form_expiration_days;
  } catch (error) {
    console.warn('the global form settings could not be read', error);
    return DEFAULT_EXPIRATION_DAYS;
  }
}
