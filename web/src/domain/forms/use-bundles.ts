import { listBundles } from '@ledgerline/contract/bundles/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Below the templates: their names and what is wrong with them stand in it. */
export const BUNDLE_LIST = ['templates', 'bundles'] as const;

/** Named sets of templates, those that the agent used last first. */
export function useBundles() {
  return useQuery({
    queryKey: BUNDLE_LIST,
    queryFn: async ({ signal }) => (await api(listBundles, { signal })).bundles,
  });
}
