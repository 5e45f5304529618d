import { isCompletedOrSigned } from '@ledgerline/contract/rules';
import type { Session } from '@ledgerline/contract/sessions/endpoints';
import { formNameText } from '@ledgerline/contract/submissions/form-names';
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { useDeleteSession, useSessionForms } from '../api.ts';
import { formsText } from '../session-display.ts';

interface DeleteSessionDialogProps {
  session: Session;
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms, with the choice to delete the forms too; by default they stay with the client (decisions A10). */
export function DeleteSessionDialog({ session, opened, onClose, onDeleted }: DeleteSessionDialogProps) {
  const [deleteForms, setDeleteForms] = useState(false);
  const deletion = useDeleteSession(session.id);
  const forms = useSessionForms(session.id);
  const protectedForm = forms.data?.find(isCompletedOrSigned);
  async function confirm() {
    try {
      await deletion.mutateAsync(deleteForms && protectedForm === undefined);
      onDeleted();
    } catch (error) {
      console.error(`session ${session.id} was not deleted`, error);
    }
  }
  function close() {
    deletion.reset();
    setDeleteForms(false);
    onClose();
  }
  const message = (
    <Stack gap="sm">
      <Text size="sm">
        “{session.session_type}” and its secure link will be deleted. This cannot be undone.
      </Text>
      {session.forms_count > 0 && (
        <Checkbox
          label={`Delete its ${formsText(session.forms_count)} too`}
          description={
            protectedForm
              ? `“${formNameText(protectedForm)}” is completed or signed: the forms stay with the client.`
              : 'Otherwise they stay with the client.'
          }
          disabled={protectedForm !== undefined}
          checked={deleteForms && protectedForm === undefined}
          onChange={(event) => setDeleteForms(event.currentTarget.checked)}
        />
      )}
      {deletion.isError && (
        <Alert color="red" role="alert" title="Could not delete session. Check console for details.">
          <Text size="sm">{deletion.error.message}</Text>
        </Alert>
      )}
    </Stack>
  );
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete session?"
      message={message}
      confirmLabel="Delete Session"
      danger
      busy={deletion.isPending}
      onConfirm={() => void confirm()}
      onClose={close}
    />
  );
}
