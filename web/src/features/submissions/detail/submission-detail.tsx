import { isDocumentRequest } from '@ledgerline/contract/rules';
import { submissionClient } from '@ledgerline/contract/submissions/form-data';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { Fact, Facts } from '../../../components/ui/facts.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { ErrorState, Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { PageHeader } from '../../../components/ui/page-header.tsx';
import { momentText } from '../../../domain/days.ts';
import { isNotFound } from '../../../lib/api-error.ts';
import { AnswerDifferences } from '../answers/answer-differences.tsx';
import { FormDataSections } from '../answers/form-data-sections.tsx';
import { refreshSubmission, useSubmission } from '../api.ts';
import { FileActions } from '../document/file-actions.tsx';
import {
  hasFile,
  isSigned,
  NO_SIGNED_DOCUMENT,
  SubmissionDocument,
} from '../document/submission-document.tsx';
import { RequestedDocuments } from '../requested-documents/lazy-requested-documents.tsx';
import { SubmissionStatusBadge } from '../submission-status-badge.tsx';
import { signersOf } from './submission-facts.tsx';
import { useBackgroundSync } from './use-background-sync.ts';
import { useFrameMessages } from './use-frame-messages.ts';
import { useMarkRead } from './use-mark-read.ts';

interface SubmissionDetailProps {
  submissionId: number;
  /** The page's name, which depends on its path (1§2). */
  title: string;
  /** Where the agent navigated from. */
  back: { href: string; label: string };
  /** The Manage menu, which composes other features. */
  manage: (submission: Submission) => ReactNode;
}

/** One submission: its status and every answer (1§2). Opening it marks it as read (decisions H9). */
export function SubmissionDetail({ submissionId, back, title, manage }: SubmissionDetailProps) {
  const query = useSubmission(submissionId);
  useMarkRead(query.data);
  useBackgroundSync(query.data);
  useEditedForm(submissionId);
  const submission = query.data;
  return (
    <Stack gap="sm">
      <PageHeader title={title} back={back} actions={submission && manage(submission)} />
      {isNotFound(query.error) ? (
        <ErrorState title="Form not found" message="It may have been deleted." />
      ) : (
        <Loaded
          query={query}
          failed="Error loading form data. The form may not display correctly."
          loading={<LoadingRows rows={8} />}
        >
          {(loaded) => (
            <>
              <AnswerDifferences submission={loaded} />
              <Summary submission={loaded} />
              <Content submission={loaded} />
            </>
          )}
        </Loaded>
      )}
    </Stack>
  );
}

/** The form's editing window reports when it is done (1§7). */
function useEditedForm(submissionId: number): void {
  const queryClient = useQueryClient();
  useFrameMessages({
    onFormEdited: (id) => {
      if (id === submissionId) void refreshSubmission(queryClient, id);
    },
    onSigningEnded: () => void refreshSubmission(queryClient, submissionId),
  });
}

/** The signed document in an embedded viewer, the answers, or both where a form has both (1§2). */
function Content({ submission }: { submission: Submission }) {
  if (isDocumentRequest(submission.type)) return <RequestedDocuments submission={submission} />;
  const isFile = hasFile(submission);
  const hasAnswers = !isFile || submission.has_form_data;
  return (
    <>
      {isFile && (
        <CardFrame title="Document">
          {isSigned(submission) || submission.type === 'PDF' ? (
            <SubmissionDocument submission={submission} failureTitle="Failed to load document for viewing" />
          ) : (
            <Text size="sm" c="dimmed">
              {NO_SIGNED_DOCUMENT}
            </Text>
          )}
        </CardFrame>
      )}
      {hasAnswers && <FormDataSections submission={submission} />}
    </>
  );
}

function Summary({ submission }: { submission: Submission }) {
  const { display_status, category } = submission;
  return (
    <CardFrame
      title={`Form: ${formNameText(submission)}`}
      aside={<SubmissionStatusBadge status={display_status} category={category} />}
    >
      <Facts>
        {factsOf(submission).map(({ label, value }) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
      <Group gap="xs" mt="sm">
        <FileActions submission={submission} />
      </Group>
    </CardFrame>
  );
}

function factsOf(submission: Submission): { label: string; value: ReactNode }[] {
  const { type, is_completed, last_saved, progress_step, total_steps } = submission;
  return [
    ...ownerFields(submission),
    { label: 'Type', value: type },
    { label: 'Created', value: momentText(submission.created_at) },
    // Signing does not autosave.
    ...(hasFile(submission)
      ? signersOf(submission)
      : [
          {
            label: is_completed ? 'Submitted' : 'Last saved',
            value: last_saved === null ? '–' : momentText(last_saved),
          },
        ]),
    ...(!is_completed && last_saved !== null && total_steps > 0
      ? [{ label: 'Progress', value: `Step ${progress_step + 1} of ${total_steps}` }]
      : []),
  ];
}

/** Links to the client and the session. */
function ownerFields(submission: Submission): { label: string; value: ReactNode }[] {
  const { name } = submissionClient(submission);
  const { client_id, session_id, session_type } = submission;
  if (client_id === null) return name ? [{ label: 'Client', value: name }] : [];
  const clientId = String(client_id);
  const client = (
    <AnchorLink to="/crm/clients/$clientId" params={{ clientId }} fz="inherit">
      {name || 'Unknown Client'}
    </AnchorLink>
  );
  if (session_id === null) return [{ label: 'Client', value: client }];
  const session = (
    <AnchorLink
      to="/crm/clients/$clientId/sessions/$sessionId"
      params={{ clientId, sessionId: String(session_id) }}
      fz="inherit"
    >
      {session_type ?? `Session ${session_id}`}
    </AnchorLink>
  );
  return [
    { label: 'Client', value: client },
    { label: 'Session', value: session },
  ];
}
