import type { SavedViewList } from '@ledgerline/contract/saved-views/lists';
import type { QueryClient } from '@tanstack/react-query';
import { defaultStringifySearch } from '@tanstack/react-router';
import { savedViewsQuery } from './use-saved-views.ts';
import { hasState, isSameSearch, type Search, searchOf } from './view-state.ts';

interface Opened {
  list: SavedViewList;
  path: string;
  search: Search;
}

/** The complete URL of a view whose link has only its id; null if there is nothing to add. */
export async function hrefOfView(
  queryClient: QueryClient,
  { list, path, search }: Opened,
): Promise<string | null> {
  if (hasState(list, search)) return null;
  try {
    const { data } = await queryClient.ensureQueryData(savedViewsQuery(list));
    const state = data.find(({ id }) => id === search.saved)?.state;
    if (!state) return null;
    const complete = { ...search, ...searchOf(list, state) };
    return isSameSearch(search, complete) ? null : path + defaultStringifySearch(complete);
  } catch (error) {
    // The page itself shows the error and a retry.
    console.error('the saved view was not opened', error);
    return null;
  }
}
