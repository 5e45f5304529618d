import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadingRows } from '../../../components/ui/loaded.tsx';
import { LoadAlert } from '../../../components/ui/retry-button.tsx';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { type SubmissionFilter, useSubmissions } from '../api.ts';
import styles from './cards.module.css';
import { EmptyList, NOT_LOADED } from './empty-list.tsx';
import type { SubmissionSorting } from './forms-overview.ts';
import { hasFailed } from './has-failed.ts';
import { SubmissionsCards } from './submissions-cards.tsx';
import { SubmissionsTable } from './submissions-table.tsx';

interface SubmissionsListProps {
  filter: SubmissionFilter;
  /** Of the table; the cards are sorted by last change. */
  sorting: SubmissionSorting;
  onSort: (sorting: SubmissionSorting) => void;
  layout: 'table' | 'cards';
  /** The first action when there are none. */
  addButton: ReactNode;
  /** Removes the search and every filter. */
  onClear: () => void;
  onPreview: (id: number) => void;
}

/** Submissions as a table or as cards, in a list of fixed height (1§9: 48rem). */
export function SubmissionsList({ filter, sorting, layout, ...props }: SubmissionsListProps) {
  const isTable = useIsWide() && layout === 'table';
  const query = useSubmissions(isTable ? { ...filter, ...sorting } : filter);
  if (query.isPending && query.errorUpdateCount === 0)
    return <LoadingRows rows={isTable ? 12 : 6} height={isTable ? 48 : 72} />;
  const isLost = hasFailed(query);
  const rows = isLost && query.isPlaceholderData ? [] : (query.data?.pages ?? []).flatMap(({ data }) => data);
  const retry = { isRetrying: query.isFetching, onRetry: () => void query.refetch() };
  if (rows.length === 0) {
    const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== '');
    return (
      <EmptyList
        title="No submissions found"
        text={
          isFiltered
            ? 'No submissions match your search and filters.'
            : 'Forms that clients fill in and sign will appear here.'
        }
        action={
          isFiltered ? (
            <Button variant="default" onClick={props.onClear}>
              Clear Filters
            </Button>
          ) : (
            props.addButton
          )
        }
        hasFailed={isLost}
        {...retry}
      />
    );
  }
  const shown = { rows, isBusy: query.isFetching, onPreview: props.onPreview };
  return (
    <div className={styles.scroll}>
      {isLost && <LoadAlert {...retry} text={NOT_LOADED} mb="sm" />}
      {isTable ? (
        <SubmissionsTable {...shown} sorting={sorting} onSort={props.onSort} />
      ) : (
        <SubmissionsCards {...shown} />
      )}
      {query.hasNextPage && (
        <Group justify="center" mt="sm">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      )}
    </div>
  );
}
