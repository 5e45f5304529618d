import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { clientName } from '../client-display.ts';
import { ClientForm, useNewClient } from './client-form.tsx';

interface CreateClientDialogProps {
  opened: boolean;
  /** The search that had no results; '' for none. */
  startFrom: string;
  onClose: () => void;
}

export function CreateClientDialog({ opened, startFrom, onClose }: CreateClientDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Add Client">
      <DialogBody startFrom={startFrom} onClose={onClose} />
    </GuardedModal>
  );
}

function DialogBody({ startFrom, onClose }: Omit<CreateClientDialogProps, 'opened'>) {
  const client = useNewClient({
    startFrom,
    successMessage: (values) => `${clientName(values)} was added.`,
    onSaved: onClose,
  });
  return <ClientForm {...client} onCancel={useDialogGuard(client.editing.hasChanges)} />;
}
