import { isDocumentRequest } from '@ledgerline/contract/rules';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink, IconLink, IconPencil, IconSignature } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { ResultDialog } from '../../../components/ui/result-dialog.tsx';
import { here, isOutside, leaveFor } from '../../../lib/external-url.ts';
import type { SigningMessage } from '../../../lib/signing-events.ts';
import { AnswerDifferences } from '../answers/answer-differences.tsx';
import { FormDataSections } from '../answers/form-data-sections.tsx';
import { refreshSubmission, useFreshSubmission } from '../api.ts';
import { FileActions } from '../document/file-actions.tsx';
import { hasFile, SubmissionDocument } from '../document/submission-document.tsx';
import { RequestedDocuments } from '../requested-documents/lazy-requested-documents.tsx';
import { SigningFrame } from '../signing/signing-frame.tsx';
import { canAdvisorSign, useAdvisorSigning } from '../signing/use-advisor-signing.ts';
import { VoidEnvelopeDialog } from '../signing/void-envelope-dialog.tsx';
import { ConfirmSubmissionDialog, type SubmissionAction } from './confirm-submission-dialog.tsx';
import { EditDetailsForm } from './edit-details-form.tsx';
import { SubmissionActions } from './submission-actions.tsx';
import { SubmissionFacts } from './submission-facts.tsx';
import styles from './submission-panel.module.css';
import { isEditable, useFormEditor } from './use-form-editor.ts';
import { useFrameMessages } from './use-frame-messages.ts';

interface SubmissionPanelProps {
  submission: Submission;
  isFullScreen: boolean;
  fullScreenButton: ReactNode;
  /** It was deleted or moved out of the current view. */
  onGone: (action: SubmissionAction) => void;
  onGetLink?: (submission: Submission) => void;
}

type Nested =
  | { kind: 'action'; action: SubmissionAction }
  | { kind: 'void' }
  | { kind: 'sign'; url: string }
  | { kind: 'not-signed'; message: SigningMessage };

/** Content of the detail modal. */
export function SubmissionPanel(props: SubmissionPanelProps) {
  const { submission, isFullScreen, onGone } = props;
  const [nested, setNested] = useState<Nested | null>(null);
  const close = () => setNested(null);
  useMessages(submission.id, nested?.kind === 'sign', (message) =>
    setNested(message.isSigned ? null : { kind: 'not-signed', message }),
  );
  return (
    <>
      <AnswerDifferences submission={submission} />
      <Toolbar {...props} onSign={(url) => setNested({ kind: 'sign', url })} />
      <div className={styles.columns}>
        {isDocumentRequest(submission.type) ? (
          <Request {...props} />
        ) : (
          <Preview submission={submission} isTall={isFullScreen} />
        )}
        <Stack gap="lg" className={styles.aside}>
          <Section title="Status">
            <SubmissionFacts submission={submission} />
          </Section>
          <Section title="Details">
            <EditDetailsForm key={submission.id} submission={submission} />
          </Section>
          <Section title="Actions">
            <SubmissionActions
              submission={submission}
              onRequest={(action) => setNested({ kind: 'action', action })}
              onVoid={() => setNested({ kind: 'void' })}
            />
          </Section>
        </Stack>
      </div>
      <ConfirmSubmissionDialog
        action={nested?.kind === 'action' ? nested.action : null}
        submission={submission}
        onClose={close}
        onDone={(action) => (action === 'remove-document' ? close() : onGone(action))}
      />
      <VoidEnvelopeDialog submission={submission} opened={nested?.kind === 'void'} onClose={close} />
      <SigningFrame
        url={nested?.kind === 'sign' ? nested.url : null}
        title={formNameText(submission)}
        onClose={close}
      />
      <ResultDialog
        result={nested?.kind === 'not-signed' ? { type: 'warning', ...nested.message } : null}
        onClose={close}
      />
    </>
  );
}

/** The end of editing refreshes the view; the end of signing opens the session (1§7), or its result is reported. */
function useMessages(id: number, isSigning: boolean, onOver: (message: SigningMessage) => void): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useFrameMessages({
    onFormEdited: (sessionFormId) => {
      if (sessionFormId === id) void refreshSubmission(queryClient, id);
    },
    onSigningEnded: (message, sessionPath) => {
      if (!isSigning) return;
      onOver(message);
      void refreshSubmission(queryClient, id);
      if (!message.isSigned) return;
      notifySuccess(message.message);
      void navigate({ to: sessionPath });
    },
  });
}

type ToolbarProps = SubmissionPanelProps & { onSign: (url: string) => void };

function Toolbar({ submission, fullScreenButton, onGetLink, onSign }: ToolbarProps) {
  const signing = useAdvisorSigning(submission.id);
  const [editFailure, setEditFailure] = useState<string | null>(null);
  const editor = useFormEditor(setEditFailure);
  const failure = signing.error?.message ?? editFailure;
  return (
    <Stack gap="xs" pt="sm" mb="md">
      <Group gap="xs">
        {canAdvisorSign(submission) && (
          <Button
            leftSection={<IconSignature size={16} aria-hidden />}
            loading={signing.isPending}
            onClick={() =>
              signing.mutate(undefined, {
                // Another host's page may not be framed; its URL lasts minutes, so navigate on click.
                onSuccess: (url) => (isOutside(url) ? leaveFor(url) : onSign(here(url))),
              })
            }
          >
            Sign as Advisor
          </Button>
        )}
        {isEditable(submission) && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => {
              setEditFailure(null);
              void editor.edit(submission);
            }}
          >
            Edit Form
          </Button>
        )}
        {onGetLink && (
          <Button
            variant="default"
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={() => onGetLink(submission)}
          >
            Get Form Link
          </Button>
        )}
        <FileActions submission={submission} />
        {fullScreenButton}
      </Group>
      {failure && <Alert color="red">{failure}</Alert>}
    </Stack>
  );
}

/** Once a document is needed again, the client's link is offered again. */
function Request({ submission, onGetLink }: SubmissionPanelProps) {
  const fetchSubmission = useFreshSubmission();
  const offerLink = async () => onGetLink?.(await fetchSubmission(submission.id));
  return <RequestedDocuments submission={submission} onReopened={() => void offerLink()} />;
}

function Preview({ submission, isTall }: { submission: Submission; isTall: boolean }) {
  const isLink = submission.type === 'Link' && submission.embedded_url;
  return (
    <section className={styles.preview} aria-label="Preview">
      {hasFile(submission) ? (
        <SubmissionDocument
          submission={submission}
          failureTitle="Document Preview Error"
          failureText="Failed to load document for viewing"
          isTall={isTall}
        />
      ) : isLink ? (
        <Text size="sm">
          This form is on another site:{' '}
          <Anchor href={submission.embedded_url ?? ''} target="_blank" rel="noopener noreferrer">
            {submission.embedded_url} <IconExternalLink size={13} aria-hidden />
          </Anchor>
        </Text>
      ) : (
        <FormDataSections submission={submission} isNarrow />
      )}
    </section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} id={id} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
