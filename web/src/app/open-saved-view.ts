import type { SavedViewList } from '@ledgerline/contract/saved-views/lists';
import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';

interface Opening {
  search: { saved?: number | 'all' | undefined };
  cause: 'preload' | 'enter' | 'stay';
  context: { queryClient: QueryClient };
}

/** A link that names only a saved view opens the list with its filter and order, before the list loads. */
export const openSavedView =
  (list: SavedViewList, path: string) =>
  async ({ search, cause, context: { queryClient } }: Opening): Promise<void> => {
    if (cause !== 'enter' || typeof search.saved !== 'number') return;
    const { hrefOfView } = await import('../domain/saved-views/href-of-view.ts');
    const href = await hrefOfView(queryClient, { list, path, search });
    if (href !== null) throw redirect({ href, replace: true });
  };
