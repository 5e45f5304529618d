import { useEffect, useEffectEvent } from 'react';

interface LastPageOptions {
  page: number;
  /** Undefined until it is known for the requested list. */
  total: number | undefined;
  pageSize: number;
  onPage: (page: number) => void;
}

/** Opens the last page of a list that has become shorter than the page in the URL. */
export function useLastPage({ page, total, pageSize, onPage }: LastPageOptions): void {
  const open = useEffectEvent(onPage);
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (page > last) open(last);
  }, [page, last]);
}
