import { ageOn, phoneDisplay } from '@ledgerline/contract/rules';
import { submissionClient } from '@ledgerline/contract/submissions/form-data';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { VisuallyHidden } from '@mantine/core';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { LoadingRows } from '../../../components/ui/loaded.tsx';
import { LoadAlert } from '../../../components/ui/retry-button.tsx';
import { localDay } from '../../../domain/today.ts';
import { useTemplateSubmissions } from '../api.ts';
import { activityText, lastActivity, whoOf } from '../submission-display.ts';
import { SubmissionStatusBadge } from '../submission-status-badge.tsx';
import { EmptyList, NOT_LOADED } from './empty-list.tsx';
import { hasFailed } from './has-failed.ts';
import { PreviewButton } from './preview-button.tsx';
import { SubmissionLink } from './submission-link.tsx';
import styles from './template-submissions.module.css';

interface TemplateSubmissionsProps {
  templateId: number;
  title: string;
  onPreview: (id: number) => void;
}

/** The submissions of one form: client, last activity, age, phone, status (1§2). */
export function TemplateSubmissions({ templateId, title, onPreview }: TemplateSubmissionsProps) {
  const query = useTemplateSubmissions(templateId, true);
  if (query.isPending && query.errorUpdateCount === 0) return <LoadingRows rows={3} height={36} />;
  const isLost = hasFailed(query);
  const rows = query.data ?? [];
  const retry = { isRetrying: query.isFetching, onRetry: () => void query.refetch() };
  if (rows.length === 0) return <EmptyList title="No submissions found" hasFailed={isLost} {...retry} />;
  return (
    <div className={styles.scroll}>
      {isLost && <LoadAlert {...retry} text={NOT_LOADED} mb="sm" />}
      <DataTable
        columns={columnsOf(onPreview)}
        rows={rows}
        rowId={({ id }) => id}
        className={styles.table}
        withRowBorders={false}
        aria-label={`Submissions of ${title}`}
      />
    </div>
  );
}

function columnsOf(onPreview: (id: number) => void): Column<SubmissionRow>[] {
  const now = new Date();
  const ageOf = (row: SubmissionRow) => ageOn({ dob: row.date_of_birth, today: localDay(now) });
  const phoneOf = (row: SubmissionRow) => submissionClient(row).phone;
  return [
    {
      id: 'client',
      header: 'Client',
      cell: (row) => (
        <SubmissionLink submission={row} className={styles.name}>
          {whoOf(row)}
        </SubmissionLink>
      ),
    },
    { id: 'activity', header: 'Last activity', cell: (row) => activityText(lastActivity(row), now) },
    { id: 'age', header: 'Age', isNone: (row) => ageOf(row) === null, cell: (row) => ageOf(row) ?? '–' },
    {
      id: 'phone',
      header: 'Phone',
      isNone: (row) => !phoneOf(row),
      cell: (row) => (phoneOf(row) ? phoneDisplay(phoneOf(row)) : '–'),
    },
    {
      id: 'status',
      header: 'Status',
      cell: (row) => <SubmissionStatusBadge status={row.display_status} category={row.category} />,
    },
    {
      id: 'actions',
      header: <VisuallyHidden>Actions</VisuallyHidden>,
      cell: (row) => <PreviewButton row={row} onPreview={onPreview} />,
    },
  ];
}
