import { type DialogGuard, GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { clientName } from '../client-display.ts';
import { ClientForm } from './client-form.tsx';
import { useSaveNewClient } from './use-save-new-client.ts';

interface CreateClientDialogProps {
  opened: boolean;
  /** The search that found nobody; '' for none. */
  startFrom: string;
  onClose: () => void;
}

export function CreateClientDialog({ opened, startFrom, onClose }: CreateClientDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Add Client">
      {(guard) => <DialogBody guard={guard} startFrom={startFrom} onClose={onClose} />}
    </GuardedModal>
  );
}

type BodyProps = Omit<CreateClientDialogProps, 'opened'> & { guard: DialogGuard };

function DialogBody({ guard, startFrom, onClose }: BodyProps) {
  const { isSaved: _, ...saving } = useSaveNewClient((_id, values) => {
    onClose();
    notifySuccess(`${clientName(values)} was added.`);
  });
  return (
    <ClientForm
      {...saving}
      startFrom={startFrom}
      onCancel={guard.requestClose}
      onDirtyChange={guard.setDirty}
    />
  );
}
