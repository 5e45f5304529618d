import type { SavedView, SavedViewColumns } from '@ledgerline/contract/saved-views/endpoints';
import type { SavedViewList } from '@ledgerline/contract/saved-views/lists';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useState } from 'react';
import { isBare } from './is-bare.ts';
import { useSavedViews } from './use-saved-views.ts';
import { hasState, isSameColumns, isSameSearch, isSameState, type Search, searchOf } from './view-state.ts';

/** The columns of a list as they are now, and how those of a view are applied; null restores the browser's own. */
export interface ListColumns {
  current: SavedViewColumns;
  apply: (columns: SavedViewColumns | null) => void;
}

interface OpenViewOptions {
  list: SavedViewList;
  isOpenedBare: boolean;
  /** The search parameters that the list itself restores in a URL without a selection. */
  restored?: object | undefined;
  columns: ListColumns | undefined;
  onShowAll: (() => void) | undefined;
}

/** The open view of a list: the URL contains its id and the filter and order that it selects. */
export function useOpenView({ list, isOpenedBare, restored, columns, onShowAll }: OpenViewOptions) {
  const views = useSavedViews(list);
  const { data } = views;
  const search = useLocation({ select: (location): Search => location.search });
  const go = useSearchChange();
  const { saved } = search;
  const current = data?.data.find(({ id }) => id === saved);
  /** The version that the changes on screen are based on, which may not be the newest one. */
  const [base, setBase] = useState<SavedView>();
  const isModified =
    base !== undefined &&
    (!isSameState(list, search, base.state) || !isSameColumns(columns?.current, base.columns));

  function open(view: SavedView, isReplacing = false) {
    setBase(view);
    columns?.apply(view.columns);
    go({ ...searchOf(list, view.state), saved: view.id }, isReplacing);
  }
  function showAll() {
    setBase(undefined);
    columns?.apply(null);
    onShowAll?.();
    // Without a view in the URL, the list would open with the default one after a reload.
    go({ ...searchOf(list, {}), ...(data?.default_id ? { saved: 'all' } : {}) });
  }

  useLayoutEffect(() => {
    if (!data) return;
    if (!current) {
      if (!base) return;
      setBase(undefined);
      columns?.apply(null);
    } else if (base?.id !== current.id) {
      setBase(current);
      columns?.apply(current.columns);
      // A link to a view names only the view.
      if (!hasState(list, search) && hasState(list, current.state)) open(current, true);
    } else if (base.version < current.version && !isModified) {
      // A colleague has changed it, and there are no unsaved changes here.
      open(current, true);
    }
  });

  const [isDefaultPending, setDefaultPending] = useState(isOpenedBare);
  useEffect(() => {
    if (!isDefaultPending) return;
    const isUntouched = isBare(search) || (restored !== undefined && isSameSearch(search, restored));
    // Keep what the agent chose while the views loaded.
    if (data || !isUntouched) setDefaultPending(false);
    const view = data?.data.find(({ id }) => id === data.default_id);
    if (view && isUntouched) open(view, true);
  });

  return {
    views,
    search,
    current,
    base,
    isModified,
    isMissing: data !== undefined && typeof saved === 'number' && !current,
    open,
    showAll,
    /** A new version was saved here: later changes on screen are based on it. */
    adopt: setBase,
  };
}
export type OpenView = ReturnType<typeof useOpenView>;

/** Changes the search parameters of the current page. */
function useSearchChange() {
  const router = useRouter();
  return (search: Search, replace = false) => {
    const { pathname } = router.latestLocation;
    // As a text: the parameters depend on the list, whose route checks them.
    void router.navigate({ href: pathname + router.options.stringifySearch(search), replace });
  };
}
