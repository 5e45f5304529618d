import { Paper } from '@mantine/core';
import type { ComponentProps } from 'react';
import styles from './list-frame.module.css';
import { Loaded, LoadingRows } from './loaded.tsx';

interface ListFrameProps<Page>
  extends Pick<ComponentProps<typeof Loaded<Page>>, 'query' | 'failed' | 'reasonOf' | 'children'> {
  /** Skeleton rows while loading. */
  loading: Required<Pick<ComponentProps<typeof LoadingRows>, 'rows' | 'height' | 'label'>>;
}

/** The frame of a page's list; rows of the previous query are dimmed until the requested ones arrive. */
export function ListFrame<Page>({ query, loading, children, ...messages }: ListFrameProps<Page>) {
  const placeholderRows = (
    <div className={styles.loading}>
      <LoadingRows {...loading} />
    </div>
  );
  return (
    <Paper withBorder style={{ overflow: 'hidden' }} aria-busy={query.isFetching}>
      <Loaded {...messages} query={query} loading={placeholderRows} showsStale>
        {(page) => (
          <div className={styles.rows} data-stale={query.isPlaceholderData || undefined}>
            {children(page)}
          </div>
        )}
      </Loaded>
    </Paper>
  );
}
