import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import { Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { TypedTitle, useTypedTitle } from '../../components/ui/typed-title.tsx';
import { signedInAgent } from '../../lib/sign-in.ts';

interface DeleteDocumentDialogProps {
  document: ClientDocument;
  opened: boolean;
  question: string;
  isBusy: boolean;
  /** Shown in the open dialog. */
  failure: string | null;
  onConfirm: (confirmTitle: string | undefined) => void;
  onClose: () => void;
}

/** Confirms deletion. The PDF of a signed form can only be deleted by an owner, who must type its name (decisions O5). */
export function DeleteDocumentDialog(props: DeleteDocumentDialogProps) {
  const { document, opened, question, isBusy, failure, onConfirm, onClose } = props;
  const entry = useTypedTitle({
    title: document.file_name,
    isRequired: document.is_sealed,
    isAllowed: signedInAgent()?.is_owner ?? false,
  });
  // Reset the confirmation when the dialog closes.
  const { reset } = entry;
  useEffect(() => {
    if (!opened) reset();
  }, [opened, reset]);
  function confirm() {
    // Enter in the title field triggers this too, even during a request.
    if (!isBusy) onConfirm(entry.confirm_title);
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete ${document.file_name}?`}
      message={
        <Stack gap="sm">
          <Text size="sm">{question}</Text>
          <TypedTitle
            entry={entry}
            notAllowedText="This is the signed PDF of a form. Only an owner can delete it."
            label="This is the signed PDF of a form. Type its name to delete it."
            onEnter={confirm}
          />
        </Stack>
      }
      failure={failure}
      confirmLabel="Delete"
      danger
      busy={isBusy}
      blocked={entry.blocked}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
