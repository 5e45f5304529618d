import type { Session } from '@ledgerline/contract/sessions/endpoints';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../../domain/editing/use-editing.ts';
import { useSaveClientTitle } from '../api.ts';
import { ClientTitleInput } from '../client-title-input.tsx';

interface ChangeClientTitleDialogProps {
  session: Session;
  onClose: () => void;
}

/** Changes what the client sees from now on; emails already sent stay as they are. */
export function ChangeClientTitleDialog(props: ChangeClientTitleDialogProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Title for the client" size="sm">
      <ChangeClientTitleForm {...props} />
    </GuardedModal>
  );
}

function ChangeClientTitleForm({ session, onClose }: ChangeClientTitleDialogProps) {
  const save = useSaveClientTitle(session.id);
  const editing = useEditing({
    start: { title: session.client_title },
    send: ({ title }) => save.mutateAsync(title.trim()),
    successMessage: 'Title saved.',
    onDone: onClose,
  });
  return (
    <DialogForm editing={editing} save="Save">
      <ClientTitleInput {...editing.form.getInputProps('title')} data-autofocus />
    </DialogForm>
  );
}
