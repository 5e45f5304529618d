import type { BundleFields } from '@ledgerline/contract/bundles/endpoints';
import * as endpoints from '@ledgerline/contract/bundles/endpoints';
import { BUNDLE_LIST } from '../../domain/forms/use-bundles.ts';
import { api, invalidate, useWrite } from '../../lib/api.ts';

const invalidateBundles = invalidate(BUNDLE_LIST);

/** A new bundle has no id. */
export function useSaveBundle(id: number | undefined) {
  return useWrite(
    async (body: BundleFields) =>
      id === undefined
        ? (await api(endpoints.createBundle, { body })).bundle
        : (await api(endpoints.updateBundle, { params: { id }, body })).bundle,
    invalidateBundles,
  );
}

export function useDeleteBundle() {
  return useWrite((id: number) => api(endpoints.deleteBundle, { params: { id } }), invalidateBundles);
}
