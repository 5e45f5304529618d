import { submissionClient } from '@ledgerline/contract/submissions/form-data';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Stack } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { ApiError } from '../../lib/http.ts';
import { useReadSubmission, useSubmission } from './api.ts';
import { FormDataSections } from './parts/form-data-sections.tsx';
import { useLiveSubmissions } from './parts/use-live-submissions.ts';
import styles from './submission-detail.module.css';
import { momentText } from './submission-display.ts';
import { SubmissionStatusBadge } from './submission-status-badge.tsx';

interface SubmissionDetailProps {
  clientId: number;
  submissionId: number;
  /** The Manage menu, which needs more than this feature. */
  manage: (submission: Submission) => ReactNode;
}

/** One submission: where it stands, and every answer (1§2). Opening it marks it as read (decisions H9). */
export function SubmissionDetail({ clientId, submissionId, manage }: SubmissionDetailProps) {
  const query = useSubmission(submissionId);
  useLiveSubmissions();
  useMarkRead(query.data);
  const submission = query.data;
  return (
    <Stack gap="sm">
      <PageHeader
        title="Client Details"
        back={{ href: `/crm/clients/${clientId}`, label: 'Back to the client' }}
        actions={submission && manage(submission)}
      />
      {submission ? (
        <>
          <Summary submission={submission} />
          <FormDataSections submission={submission} />
        </>
      ) : query.isError ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <LoadingRows rows={8} />
      )}
    </Stack>
  );
}

function LoadError({
  error,
  onRetry,
  isRetrying,
}: {
  error: Error;
  onRetry: () => void;
  isRetrying: boolean;
}) {
  if (error instanceof ApiError && error.status === 404)
    return <ErrorState title="Form not found" message="It may have been deleted." />;
  return (
    <ErrorState
      title="Error loading form data. The form may not display correctly."
      message={error.message}
      onRetry={onRetry}
      isRetrying={isRetrying}
    />
  );
}

function useMarkRead(submission: Submission | undefined): void {
  const { mutate } = useReadSubmission();
  const marked = useRef<number | null>(null);
  const id = submission?.read_at === null ? submission.id : null;
  useEffect(() => {
    if (id === null || marked.current === id) return;
    marked.current = id;
    mutate(id);
  }, [id, mutate]);
}

function Summary({ submission }: { submission: Submission }) {
  const { display_status, category, type, is_completed, progress_step, total_steps } = submission;
  const { name } = submissionClient(submission);
  const facts = [
    ...(name ? [{ label: 'Client', value: name }] : []),
    { label: 'Type', value: type },
    { label: 'Created', value: momentText(submission.created_at) },
    { label: is_completed ? 'Submitted' : 'Last saved', value: momentText(submission.last_saved) },
    ...(!is_completed && submission.last_saved !== null && total_steps > 0
      ? [{ label: 'Progress', value: `Step ${progress_step + 1} of ${total_steps}` }]
      : []),
  ];
  return (
    <CardFrame
      title={`Form: ${submission.title}`}
      aside={<SubmissionStatusBadge status={display_status} category={category} />}
    >
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </CardFrame>
  );
}
