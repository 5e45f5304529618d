import { ageOn, phoneDisplay } from '@ledgerline/contract/rules';
import { submissionClient } from '@ledgerline/contract/submissions/form-data';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadAlert } from '../../../components/ui/load-alert.tsx';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { FormTypeBadge } from '../../../domain/forms/form-badges.tsx';
import { FormName } from '../../../domain/forms/form-name.tsx';
import { localDay } from '../../../domain/today.ts';
import { type SubmissionFilter, useSubmissions } from '../api.ts';
import { activityText, lastActivity, whoOf } from '../submission-display.ts';
import { SubmissionStatusBadge } from '../submission-status-badge.tsx';
import styles from './cards.module.css';
import { EmptyList, NOT_LOADED } from './empty-list.tsx';
import { hasFailed } from './has-failed.ts';
import { PreviewButton } from './preview-button.tsx';
import { SubmissionLink } from './submission-link.tsx';

interface SubmissionsGridProps {
  filter: SubmissionFilter;
  /** The first action when there are none. */
  addButton: ReactNode;
  onPreview: (id: number) => void;
}

/** Submissions as cards, last changed first, in a list of fixed height (1§9: 48rem). */
export function SubmissionsGrid({ filter, addButton, onPreview }: SubmissionsGridProps) {
  const query = useSubmissions(filter);
  if (query.isPending && query.errorUpdateCount === 0) return <LoadingRows rows={6} height={72} />;
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
        {...(isFiltered ? {} : { action: addButton })}
        hasFailed={isLost}
        {...retry}
      />
    );
  }
  return (
    <div className={styles.scroll}>
      {isLost && <LoadAlert {...retry} text={NOT_LOADED} mb="sm" />}
      <ul className={styles.grid} aria-label="Submissions" aria-busy={query.isFetching}>
        {rows.map((row) => (
          <Card key={row.id} row={row} onPreview={onPreview} />
        ))}
      </ul>
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

function Card({ row, onPreview }: { row: SubmissionRow; onPreview: (id: number) => void }) {
  const now = new Date();
  const { email, phone } = submissionClient(row);
  const age = ageOn({ dob: row.date_of_birth, today: localDay(now) });
  const about = [age === null ? null : `Age ${age}`, phone && phoneDisplay(phone)].filter(Boolean);
  return (
    <li className={styles.card}>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="start">
        <SubmissionLink submission={row} className={styles.title}>
          <FormName form={row} />
        </SubmissionLink>
        <PreviewButton row={row} onPreview={onPreview} />
      </Group>
      <span>{whoOf(row)}</span>
      {about.length > 0 && <span className={styles.about}>{about.join(' · ')}</span>}
      {email && <span className={styles.about}>{email}</span>}
      <Group gap={6}>
        <FormTypeBadge type={row.type} />
        <SubmissionStatusBadge status={row.display_status} category={row.category} />
      </Group>
      <span className={styles.about}>
        {[activityText(lastActivity(row), now), row.session_type].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}
