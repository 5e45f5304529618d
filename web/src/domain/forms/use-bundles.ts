import { listBundles } from '@ledgerline/contract/bundles/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Nested under the templates key: bundles contain template names and problems. */
export const BUNDLE_LIST = ['templates', 'bundles'] as const;

/** Named sets of templates, those last used by the agent first. */
export function useBundles() {
  return useQuery({
    queryKey: BUNDLE_LIST,
    queryFn: async ({ signal }) => (await api(listBundles, { signal })).bundles,
  });
}
