import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { isFinished, isVoided, unlinkFromClientAllowed } from '@ledgerline/contract/rules';
import type { refreshSubmissionStatus } from '@ledgerline/contract/signing/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button, Stack, Text } from '@mantine/core';
import { IconBan, IconFileX, IconRefresh, IconTrash, IconUnlink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { useRefreshStatus, useSubmissionDocument } from '../api.ts';
import { AttachDocument } from '../document/attach-document.tsx';
import { resyncText } from '../submission-display.ts';
import type { SubmissionAction } from './confirm-submission-dialog.tsx';

const RESYNC_FAILED = 'Could not resync envelope. Check the backend or envelope ID.';

interface SubmissionActionsProps {
  submission: Submission;
  onRequest: (action: SubmissionAction) => void;
  onVoid: () => void;
}

/** Actions in the detail modal of a submission (1§2). */
export function SubmissionActions({ submission, onRequest, onVoid }: SubmissionActionsProps) {
  const { type, envelope_id, session_id } = submission;
  const isEnvelope = type === 'DocuSign' || envelope_id !== null;
  const isOpenPdf = type === 'PDF' && !isFinished(submission) && !isVoided(submission);
  const hasAttachment = useSubmissionDocument(submission, isOpenPdf).isSuccess;
  return (
    <Stack gap={2}>
      {isEnvelope && <Resync id={submission.id} />}
      {isOpenPdf && <AttachDocument submissionId={submission.id} hasDocument={hasAttachment} />}
      {isEnvelope && !isVoided(submission) && (
        <Action icon={<IconBan size={16} aria-hidden />} onClick={onVoid}>
          Void
        </Action>
      )}
      {session_id !== null && (
        <Action icon={<IconUnlink size={16} aria-hidden />} onClick={() => onRequest('unlink-session')}>
          Unlink from Session
        </Action>
      )}
      {unlinkFromClientAllowed(submission) && (
        <Action icon={<IconUnlink size={16} aria-hidden />} onClick={() => onRequest('unlink-client')}>
          Unlink from Client
        </Action>
      )}
      {isOpenPdf && hasAttachment && (
        <Action icon={<IconFileX size={16} aria-hidden />} onClick={() => onRequest('remove-document')}>
          Remove document
        </Action>
      )}
      <Action icon={<IconTrash size={16} aria-hidden />} isDanger onClick={() => onRequest('delete')}>
        Delete
      </Action>
    </Stack>
  );
}

interface ActionProps {
  icon: ReactNode;
  isDanger?: boolean;
  isBusy?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ icon, isDanger = false, isBusy = false, onClick, children }: ActionProps) {
  return (
    <Button
      variant="subtle"
      color={isDanger ? 'red' : 'gray'}
      justify="start"
      leftSection={icon}
      loading={isBusy}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

/** Requests the current state from the e-signature provider (1§4). */
function Resync({ id }: { id: number }) {
  const refresh = useRefreshStatus();
  const handlers = {
    onSuccess: (answer: ReplyOf<typeof refreshSubmissionStatus>) =>
      notifySuccess(resyncText(answer, new Date())),
    onError: (error: Error) => console.error('the envelope could not be refreshed', error),
  };
  return (
    <>
      <Action
        icon={<IconRefresh size={16} aria-hidden />}
        isBusy={refresh.isPending}
        onClick={() => refresh.mutate(id, handlers)}
      >
        Re-sync
      </Action>
      {refresh.isError && (
        <Text size="sm" c="red" role="alert" px="sm">
          {RESYNC_FAILED}
        </Text>
      )}
    </>
  );
}
