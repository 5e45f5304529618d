import type { SavedViewList } from '@ledgerline/contract/saved-views/lists';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isBare } from './is-bare.ts';
import type { ListColumns } from './use-open-view.ts';

const Bar = lazy(async () => ({ default: (await import('./saved-views-bar.tsx')).SavedViewsBar }));

interface SavedViewsProps {
  list: SavedViewList;
  /** Where the list has columns to choose. */
  columns?: ListColumns;
  /** The search parameters that the list itself restores in a URL without a selection. */
  restored?: object;
  /** All records were chosen instead of a view. */
  onShowAll?: () => void;
}

/** The saved views above a list. Their space is reserved while they load. */
export function SavedViews(props: SavedViewsProps) {
  // Only a list that was opened without a selection opens with the agent's default view.
  const search = useLocation({ select: (location): object => location.search });
  const [isOpenedBare] = useState(() => isBare(search));
  return (
    <Suspense fallback={<div style={{ minHeight: 30 }} />}>
      <Bar {...props} isOpenedBare={isOpenedBare} />
    </Suspense>
  );
}
