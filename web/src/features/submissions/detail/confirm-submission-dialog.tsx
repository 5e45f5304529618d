import { isCompletedOrSigned } from '@ledgerline/contract/rules';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { TypedTitle, useTypedTitle } from '../../../components/ui/typed-title.tsx';
import { ApiError, errorMessageOf } from '../../../lib/api-error.ts';
import { signedInAgent } from '../../../lib/sign-in.ts';
import { useDeleteSubmission, useRemoveDocument, useUnlinkSubmission } from '../api.ts';

export type SubmissionAction = 'delete' | 'unlink-client' | 'unlink-session' | 'remove-document';

const ACTION_MESSAGES: Record<
  SubmissionAction,
  { title: string; question: (title: string) => string; button: string; done: string }
> = {
  delete: {
    title: 'Delete form',
    question: (title) => `Delete “${title}” with its answers and links? This cannot be undone.`,
    button: 'Delete',
    done: 'Form deleted.',
  },
  'unlink-client': {
    title: 'Unlink from Client',
    question: (title) => `Unlink “${title}” from this client? Its answers are kept; its links stop working.`,
    button: 'Unlink',
    done: 'Unlinked from the client.',
  },
  'unlink-session': {
    title: 'Unlink from Session',
    question: (title) => `Unlink “${title}” from its session? Its answers are kept.`,
    button: 'Unlink',
    done: 'Unlinked from the session.',
  },
  'remove-document': {
    title: 'Remove document',
    question: (title) => `Remove the document from “${title}”? The file is deleted; the form is kept.`,
    button: 'Remove',
    done: 'Document removed.',
  },
};

interface ConfirmSubmissionDialogProps {
  /** null keeps it closed. */
  action: SubmissionAction | null;
  submission: Submission;
  onClose: () => void;
  onDone: (action: SubmissionAction) => void;
}

/** Confirms and names the form; a failure is shown in the dialog, which stays open (1§8). */
export function ConfirmSubmissionDialog({
  action,
  submission,
  onClose,
  onDone,
}: ConfirmSubmissionDialogProps) {
  const { run, reset, failure, rejection, isBusy } = useSubmissionAction(submission.id);
  const messages = ACTION_MESSAGES[action ?? 'delete'];
  const entry = useTypedTitle({
    title: submission.title,
    isRequired: action === 'delete' && isCompletedOrSigned(submission),
    isAllowed: signedInAgent()?.is_owner ?? false,
  });

  async function confirm() {
    if (!action || isBusy) return;
    try {
      await run(action, entry.confirm_title);
      notifySuccess(messages.done);
      entry.reset();
      onDone(action);
    } catch (error) {
      // The dialog shows the mutation's own error.
      console.warn('the form was not changed', error);
    }
  }
  function close() {
    reset();
    entry.reset();
    onClose();
  }
  return (
    <ConfirmDialog
      opened={action !== null}
      title={messages.title}
      message={
        <Stack gap="xs">
          <Text size="sm">{messages.question(formNameText(submission))}</Text>
          <TypedTitle
            entry={entry}
            notAllowedText="This form is completed or signed. Only an owner can delete it."
            label={retainedText(submission)}
            onEnter={() => void confirm()}
          />
          {failure && (
            <Text size="sm" c="red" role="alert">
              {failure}
            </Text>
          )}
          {rejection && <Text size="sm">{rejection}</Text>}
        </Stack>
      }
      confirmLabel={messages.button}
      danger
      busy={isBusy}
      blocked={entry.blocked}
      onConfirm={() => void confirm()}
      onClose={close}
    />
  );
}

function retainedText({ signed_document_id }: Submission): string {
  const what = 'This form is completed or signed.';
  const stays = signed_document_id === null ? '' : ' Its finished PDF stays with the client’s documents.';
  return `${what}${stays} Type its title to delete it.`;
}

/** The three mutations of the dialog, as one. */
function useSubmissionAction(id: number) {
  const remove = useDeleteSubmission();
  const unlink = useUnlinkSubmission();
  const removeDocument = useRemoveDocument();
  const all = [remove, unlink, removeDocument];
  const failure = remove.error
    ? 'Failed to delete form. Please try again.'
    : unlink.error
      ? failureText(`Failed to unlink from ${unlink.variables.from}`, unlink.error)
      : removeDocument.error && failureText('Failed to remove document', removeDocument.error);

  function run(action: SubmissionAction, confirm_title: string | undefined): Promise<unknown> {
    if (action === 'delete') return remove.mutateAsync({ id, confirm_title });
    if (action === 'remove-document') return removeDocument.mutateAsync(id);
    return unlink.mutateAsync({ id, from: action === 'unlink-client' ? 'client' : 'session' });
  }
  const reset = () => {
    for (const mutation of all) mutation.reset();
  };
  return {
    run,
    reset,
    failure,
    rejection: rejectionOf(remove.error),
    isBusy: all.some(({ isPending }) => isPending),
  };
}

/** Rejections where retrying would not help (decisions O5, H19). */
function rejectionOf(error: Error | null): string | undefined {
  const isRejected = error instanceof ApiError && (error.status === 403 || error.status === 409);
  return isRejected ? error.serverMessage : undefined;
}

/** The server's message, or else a suggestion to retry (1§8). */
function failureText(start: string, error: Error): string {
  const serverMessage = errorMessageOf(error);
  return serverMessage ? `${start}: ${serverMessage}` : `${start}. Please try again.`;
}
