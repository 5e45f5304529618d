import type { SubmissionSort } from '@ledgerline/contract/lists';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { VisuallyHidden } from '@mantine/core';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { dayText } from '../../../domain/days.ts';
import { FormName } from '../../../domain/forms/form-name.tsx';
import { typeText } from '../../../domain/forms/form-type.ts';
import { localDay } from '../../../domain/today.ts';
import { nextStep } from '../next-step.ts';
import { aboutClient, activityText, whoOf } from '../submission-display.ts';
import { SubmissionStatusBadge } from '../submission-status-badge.tsx';
import type { SubmissionSorting } from './forms-overview.ts';
import { PreviewButton } from './preview-button.tsx';
import { SubmissionLink, submissionLink } from './submission-link.tsx';
import styles from './submissions-table.module.css';

interface SubmissionsTableProps {
  rows: readonly SubmissionRow[];
  isBusy: boolean;
  sorting: SubmissionSorting;
  onSort: (sorting: SubmissionSorting) => void;
  onPreview: (id: number) => void;
}

/** Submissions in rows: client, form, status, next step, last change. A click anywhere in a row opens it. */
export function SubmissionsTable({ rows, isBusy, sorting, onSort, onPreview }: SubmissionsTableProps) {
  return (
    <div className={styles.frame} aria-busy={isBusy}>
      <DataTable
        columns={columnsOf(onPreview)}
        rows={rows}
        rowId={({ id }) => id}
        look="list"
        rowHeight={48}
        stickyHeader
        rowClassName={styles.row ?? ''}
        sorting={sorting}
        onSort={onSort}
        rowLink={submissionLink}
        aria-label="Submissions"
      />
    </div>
  );
}

function columnsOf(onPreview: (id: number) => void): Column<SubmissionRow, SubmissionSort>[] {
  const now = new Date();
  return [
    {
      id: 'client',
      header: 'Client',
      sort: 'client',
      width: '24%',
      cell: (row) => <ClientCell row={row} today={localDay(now)} />,
    },
    { id: 'form', header: 'Form', sort: 'form', width: '27%', cell: (row) => <FormCell row={row} /> },
    {
      id: 'status',
      header: 'Status',
      sort: 'status',
      width: 200,
      cell: (row) => <SubmissionStatusBadge status={row.display_status} category={row.category} />,
    },
    { id: 'next', header: 'Next step', cell: (row) => <NextStepCell row={row} now={now} /> },
    {
      id: 'changed',
      header: 'Last change',
      sort: 'changed',
      width: 124,
      cell: ({ updated_at }) => (
        <time dateTime={updated_at} title={dayText(updated_at)} className={styles.about}>
          {activityText(updated_at, now)}
        </time>
      ),
    },
    {
      id: 'actions',
      header: <VisuallyHidden>Actions</VisuallyHidden>,
      width: 56,
      className: styles.actions ?? '',
      cell: (row) => <PreviewButton row={row} onPreview={onPreview} />,
    },
  ];
}

/** The link of the row, above the client's age and phone. */
function ClientCell({ row, today }: { row: SubmissionRow; today: string }) {
  const about = aboutClient(row, today);
  return (
    <span className={styles.lines}>
      <SubmissionLink submission={row} className={styles.name}>
        {whoOf(row)}
        <VisuallyHidden>: {formNameText(row)}</VisuallyHidden>
      </SubmissionLink>
      {about && <span className={styles.about}>{about}</span>}
    </span>
  );
}

function FormCell({ row }: { row: SubmissionRow }) {
  return (
    <span className={styles.lines}>
      <span className={styles.line} title={formNameText(row)}>
        <FormName form={row} />
      </span>
      <span className={styles.about}>
        {[typeText(row.type), row.session_type].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}

/** What an agent has to do stands out; what the client has to do is subdued. */
function NextStepCell({ row, now }: { row: SubmissionRow; now: Date }) {
  const { text, who } = nextStep(row, now);
  return <span className={who === 'agent' ? styles.ours : styles.about}>{text}</span>;
}
