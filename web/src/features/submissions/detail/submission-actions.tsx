import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { isFinished, isVoided, MAX_UPLOAD_BYTES, unlinkFromClientAllowed } from '@ledgerline/contract/rules';
import type { refreshSubmissionStatus } from '@ledgerline/contract/signing/endpoints';
import { attachSubmissionDocument } from '@ledgerline/contract/submissions/endpoints';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button, FileButton, Stack, Text } from '@mantine/core';
import { IconBan, IconFileX, IconPaperclip, IconRefresh, IconTrash, IconUnlink } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { upload } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { refreshDocument, useRefreshStatus, useSubmissionDocument } from '../api.ts';
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

const FAILED = 'Failed to save form. See console for details.';

/** Attaches a PDF to a PDF form, replacing the previous one. */
function AttachDocument({ submissionId, hasDocument }: { submissionId: number; hasDocument: boolean }) {
  const attach = useAttach(submissionId);
  return (
    <>
      <FileButton accept="application/pdf" onChange={(file) => file && attach.mutate(file)}>
        {(props) => (
          <Button
            {...props}
            variant="subtle"
            color="gray"
            justify="start"
            leftSection={<IconPaperclip size={16} aria-hidden />}
            loading={attach.isPending}
          >
            {hasDocument ? 'Replace Document' : 'Attach Document'}
          </Button>
        )}
      </FileButton>
      {attach.error && (
        <Text size="sm" c="red" role="alert" px="sm">
          {attachFailure(attach.error)}
        </Text>
      )}
    </>
  );
}

function useAttach(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (file: File) => {
      if (file.size > MAX_UPLOAD_BYTES) throw new Error(`${file.name} is larger than 25 MB.`);
      const form = new FormData();
      form.append('document', file);
      return upload(attachSubmissionDocument, form, { params: { id } });
    },
    onError: (error) => console.error('the document could not be saved', error),
    onSuccess: () => refreshDocument(queryClient, id),
  });
}

/** The server's validation error for the file is more useful than a generic failure. */
function attachFailure(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  const isRejected = error.status !== undefined && error.status < 500;
  return isRejected && error.serverMessage ? error.serverMessage : FAILED;
}
