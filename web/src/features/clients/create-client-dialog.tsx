import { type DialogGuard, GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { clientName } from './client-display.ts';
import { ClientForm } from './client-form.tsx';
import { useSaveNewClient } from './parts/use-save-new-client.ts';

interface CreateClientDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function CreateClientDialog({ opened, onClose }: CreateClientDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Add Client">
      {(guard) => <DialogBody guard={guard} onClose={onClose} />}
    </GuardedModal>
  );
}

function DialogBody({ guard, onClose }: { guard: DialogGuard; onClose: () => void }) {
  const { isSaved: _, ...saving } = useSaveNewClient((_id, values) => {
    onClose();
    notifySuccess(`${clientName(values)} was added.`);
  });
  return <ClientForm {...saving} onCancel={guard.requestClose} onDirtyChange={guard.setDirty} />;
}
