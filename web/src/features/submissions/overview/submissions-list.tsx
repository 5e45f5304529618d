import { submissionClient } from '@ledgerline/contract/submissions/form-data';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadingRows } from '../../../components/ui/loaded.tsx';
import { LoadAlert } from '../../../components/ui/retry-button.tsx';
import { FormTypeBadge } from '../../../domain/forms/form-badges.tsx';
import { FormName } from '../../../domain/forms/form-name.tsx';
import { localDay } from '../../../domain/today.ts';
import { useIsWide } from '../../../lib/use-is-wide.ts';
import { type SubmissionFilter, useSubmissions } from '../api.ts';
import { nextStep } from '../next-step.ts';
import { aboutClient, activityText, lastActivity, whoOf } from '../submission-display.ts';
import { SubmissionStatusBadge } from '../submission-status-badge.tsx';
import styles from './cards.module.css';
import { EmptyList, NOT_LOADED } from './empty-list.tsx';
import type { SubmissionSorting } from './forms-overview.ts';
import { hasFailed } from './has-failed.ts';
import { PreviewButton } from './preview-button.tsx';
import { SubmissionLink } from './submission-link.tsx';
import { SubmissionsTable } from './submissions-table.tsx';

interface SubmissionsListProps {
  filter: SubmissionFilter;
  /** The order of the table; the cards are sorted by last change. */
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
            Show More
          </Button>
        </Group>
      )}
    </div>
  );
}

interface SubmissionsCardsProps {
  rows: readonly SubmissionRow[];
  isBusy: boolean;
  onPreview: (id: number) => void;
}

/** Submissions as cards (1§2); also the list on narrow screens. */
function SubmissionsCards({ rows, isBusy, onPreview }: SubmissionsCardsProps) {
  return (
    <ul className={`plain ${styles.grid}`} aria-label="Submissions" aria-busy={isBusy}>
      {rows.map((row) => (
        <Card key={row.id} row={row} onPreview={onPreview} />
      ))}
    </ul>
  );
}

function Card({ row, onPreview }: { row: SubmissionRow; onPreview: (id: number) => void }) {
  const now = new Date();
  const next = nextStep(row, now);
  const { email } = submissionClient(row);
  const about = aboutClient(row, localDay(now));
  return (
    <li className={styles.card}>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="start">
        <SubmissionLink submission={row} className={styles.title}>
          <FormName form={row} />
        </SubmissionLink>
        <PreviewButton row={row} onPreview={onPreview} />
      </Group>
      <span>{whoOf(row)}</span>
      {about && <span className={styles.about}>{about}</span>}
      {email && <span className={styles.about}>{email}</span>}
      <Group gap={6}>
        <FormTypeBadge type={row.type} />
        <SubmissionStatusBadge status={row.display_status} category={row.category} />
      </Group>
      {next.who !== 'none' && <span className={styles.about}>Next step: {next.text}</span>}
      <span className={styles.about}>
        {[activityText(lastActivity(row), now), row.session_type].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}
