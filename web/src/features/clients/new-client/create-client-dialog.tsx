import { useNavigate } from '@tanstack/react-router';
import { notifyWithOpen } from '../../../components/ui/action-toast.tsx';
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
  const navigate = useNavigate();
  const open = (id: number) =>
    void navigate({ to: '/crm/clients/$clientId', params: { clientId: String(id) } });
  const client = useNewClient({
    startFrom,
    onUse(id) {
      onClose();
      open(id);
    },
    onSaved(id, values) {
      onClose();
      notifyWithOpen(`${clientName(values)} was added.`, () => open(id));
    },
  });
  return <ClientForm {...client} onCancel={useDialogGuard(client.editing.hasChanges)} />;
}
