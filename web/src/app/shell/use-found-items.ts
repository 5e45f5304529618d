import { listRecents, searchEverything } from '@ledgerline/contract/search/endpoints';
import { MIN_SEARCH_LENGTH } from '@ledgerline/contract/search/kinds';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import type { RecentItem } from './recent-items.ts';

const PAUSE_MS = 150;

/** The load error and its retry. */
interface FailedSearch {
  text: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Search results in sections, debounced; previous rows stay until new ones arrive. */
export function useFoundItems(typed: string) {
  const text = typed.trim();
  const [q] = useDebouncedValue(text, PAUSE_MS);
  const isLong = text.length >= MIN_SEARCH_LENGTH;
  const isEnabled = isLong && q.length >= MIN_SEARCH_LENGTH;
  const query = useQuery({
    queryKey: ['search', 'everything', q],
    queryFn: async ({ signal }) => (await api(searchEverything, { query: { q }, signal })).sections,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data = [], error, isPending, isPlaceholderData, isFetching, refetch } = query;
  const failure: FailedSearch | null = error && {
    text: `The search failed. ${error.message}`,
    onRetry: () => void refetch(),
    isRetrying: isFetching,
  };
  return {
    sections: isEnabled ? data : [],
    isSearching: isLong && (q !== text || isPending || isPlaceholderData),
    failure: isEnabled ? failure : null,
  };
}

/** Current names of recently opened items; deleted ones are omitted. */
export function useRecents(items: readonly RecentItem[]) {
  const requested = items.filter((item) => !item.startsWith('screen.')).join();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search', 'recents', requested],
    queryFn: async ({ signal }) => (await api(listRecents, { query: { things: requested }, signal })).rows,
    enabled: requested !== '',
    staleTime: 0,
  });
  const failure: FailedSearch | null = error && {
    text: `Recent items could not be loaded. ${error.message}`,
    onRetry: () => void refetch(),
    isRetrying: isFetching,
  };
  return { rows: data ?? [], isLoading: requested !== '' && !data && !error, failure };
}
