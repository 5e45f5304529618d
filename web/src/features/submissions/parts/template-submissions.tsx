import { ageOn, phoneDisplay } from '@ledgerline/contract/rules';
import { submissionClient } from '@ledgerline/contract/submissions/form-data';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { LoadingRows } from '../../../components/ui/loading-rows.tsx';
import { localDay } from '../../../domain/today.ts';
import { useTemplateSubmissions } from '../api.ts';
import { activityText, lastActivity } from '../submission-display.ts';
import { SubmissionStatusBadge } from '../submission-status-badge.tsx';
import { EmptyList } from './empty-list.tsx';
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
  if (query.isPending) return <LoadingRows rows={3} height={36} />;
  const rows = query.data ?? [];
  if (rows.length === 0)
    return (
      <EmptyList
        title="No submissions found"
        hasFailed={query.isError}
        isRetrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={`Submissions of ${title}`}>
        <thead>
          <tr>
            <th>Client</th>
            <th>Last activity</th>
            <th>Age</th>
            <th>Phone</th>
            <th>Status</th>
            <th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} onPreview={onPreview} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, onPreview }: { row: SubmissionRow; onPreview: (id: number) => void }) {
  const now = new Date();
  const { name, phone } = submissionClient(row);
  const who = name || (row.client_id === null ? 'No client' : 'Unknown Client');
  const age = ageOn({ dob: row.date_of_birth, today: localDay(now) });
  return (
    <tr>
      <td>
        <SubmissionLink submission={row} className={styles.name}>
          {who}
        </SubmissionLink>
      </td>
      <td>{activityText(lastActivity(row), now)}</td>
      <td data-none={age === null || undefined}>{age ?? '–'}</td>
      <td data-none={!phone || undefined}>{phone ? phoneDisplay(phone) : '–'}</td>
      <td>
        <SubmissionStatusBadge status={row.display_status} category={row.category} />
      </td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Preview ${formNameText(row)} of ${who}`}
          onClick={() => onPreview(row.id)}
        >
          <IconEye size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}
