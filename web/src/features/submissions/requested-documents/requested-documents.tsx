import { DEFAULT_DOCUMENT_FOLDER, isUndecided } from '@ledgerline/contract/rules';
import type { RequestedDocument } from '@ledgerline/contract/submissions/requested-documents/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Alert, Button, Group, Radio, Text, Textarea, VisuallyHidden } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { CardFrame } from '../../../components/ui/card-frame.tsx';
import { useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import styles from './requested-documents.module.css';
import { type ReviewValues, reviewKey, reviewLabel, startDecisions } from './review-values.ts';
import { SentFiles } from './sent-files.tsx';
import { turnOf, useRequestedDocuments, useReviewDocuments } from './use-requested-documents.ts';

export interface RequestedDocumentsProps {
  submission: Submission;
  /** A document is needed again, so the client needs the link again. */
  onReopened?: () => void;
}

/** The documents of a request: what the client has sent, and what an agent decides about each (decision 112). */
export function RequestedDocuments({ submission, onReopened }: RequestedDocumentsProps) {
  const query = useRequestedDocuments(submission);
  return (
    <CardFrame title="Documents">
      <Loaded
        query={query}
        failed="The documents could not be loaded."
        loading={<LoadingRows rows={3} height={52} label="Loading documents" />}
        isInCard
      >
        {({ documents, turn }) =>
          turn === turnOf(submission) &&
          submission.is_completed &&
          !submission.is_voided &&
          documents.some(isUndecided) ? (
            // A request that was sent again starts a new review.
            <Review
              key={reviewKey(turn, documents)}
              submission={submission}
              documents={documents}
              {...(onReopened ? { onReopened } : {})}
            />
          ) : (
            <DocumentList submission={submission} documents={documents} />
          )
        }
      </Loaded>
    </CardFrame>
  );
}

interface ListProps {
  submission: Submission;
  documents: readonly RequestedDocument[];
}

function DocumentList({ submission, documents }: ListProps) {
  const isWaiting = documents.some(isUndecided) && !submission.is_completed && !submission.is_voided;
  return (
    <>
      {isWaiting && (
        <Text size="sm" c="dimmed" mb="xs">
          Waiting for the client. What they send appears here.
        </Text>
      )}
      <ul className="plain">
        {documents.map((document) => (
          <li key={document.id} className={styles.document}>
            <Heading document={document} />
          </li>
        ))}
      </ul>
    </>
  );
}

const STATUS_TEXTS = {
  open: '',
  again: 'Requested again',
  accepted: 'Accepted',
  not_needed: 'Not needed',
} as const;

function Heading({ document }: { document: RequestedDocument }) {
  const { name, notes, status, reason, folder } = document;
  const about = [
    STATUS_TEXTS[status] + (reason === '' ? '' : `: ${reason}`),
    status === 'accepted' && folder !== DEFAULT_DOCUMENT_FOLDER ? `in ${folder}` : '',
  ];
  const text = about.filter(Boolean).join(' ');
  return (
    <>
      <Text size="sm" fw={500} className={styles.heading}>
        {name}
      </Text>
      {[notes, text].filter(Boolean).map((line) => (
        <Text key={line} size="sm" c="dimmed" className={styles.heading}>
          {line}
        </Text>
      ))}
    </>
  );
}

function Review({ submission, documents, onReopened }: ListProps & { onReopened?: () => void }) {
  const review = useReviewDocuments(submission.id);
  const [start] = useState(() => startDecisions(documents));
  const editing = useEditing({
    start,
    check: ({ decisions }) =>
      Object.fromEntries(
        decisions.map(({ decision, reason, isSent }, at) => [
          `decisions.${at}.reason`,
          decision === 'again' && isSent && reason.trim() === ''
            ? 'Enter what the client should do differently'
            : null,
        ]),
      ),
    async send({ decisions }) {
      const reply = await review.mutateAsync(
        decisions.map(({ id, decision, reason }) => ({ id, decision, reason })),
      );
      // Here instead of in onDone: by then, a refetch of the request may have unmounted this form.
      if (reply.is_reopened) onReopened?.();
      return reply;
    },
    successMessage: ({ message }) => message,
  });
  useDialogGuard(editing.hasChanges);
  const { form } = editing;
  return (
    <form noValidate onSubmit={editing.submit}>
      <ul className="plain">
        {documents.map((document) => {
          const at = form.values.decisions.findIndex(({ id }) => id === document.id);
          return (
            <li key={document.id} className={styles.document}>
              <Heading document={document} />
              <SentFiles document={document} submissionId={submission.id} />
              {at >= 0 && <Decision form={form} at={at} name={document.name} />}
            </li>
          );
        })}
      </ul>
      {editing.failure && (
        <Alert color="red" mt="sm" role="alert">
          {editing.failure}
        </Alert>
      )}
      <Group justify="flex-end" mt="sm">
        <Button type="submit" loading={editing.isSaving}>
          {reviewLabel(form.values.decisions)}
        </Button>
      </Group>
    </form>
  );
}

interface DecisionProps {
  form: UseFormReturnType<ReviewValues>;
  at: number;
  name: string;
}

/** What happens with one document, and why the client has to send it again. */
function Decision({ form, at, name }: DecisionProps) {
  const value = form.values.decisions[at];
  if (!value) return null;
  return (
    <>
      <Radio.Group
        label={<VisuallyHidden>Decision: {name}</VisuallyHidden>}
        mt="xs"
        {...form.getInputProps(`decisions.${at}.decision`)}
      >
        <Group gap="md">
          {value.isSent && <Radio value="accept" label="Accept" />}
          <Radio value="again" label="Request again" />
          <Radio value="not_needed" label="Not needed" />
        </Group>
      </Radio.Group>
      {value.decision === 'again' && (
        <Textarea
          label={value.isSent ? 'Reason, shown to the client' : 'Reason, shown to the client (optional)'}
          className={styles.reason}
          rows={2}
          maxLength={500}
          {...form.getInputProps(`decisions.${at}.reason`)}
        />
      )}
    </>
  );
}
