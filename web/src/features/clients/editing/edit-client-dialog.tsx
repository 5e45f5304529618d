import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import type { Client } from '../api.ts';
import { DIALOGS, type DialogId } from '../record/client-cards.ts';
import { EditClientForm } from './edit-client-form.tsx';

interface EditClientDialogProps {
  client: Client;
  dialog: DialogId;
  opened: boolean;
  onClose: () => void;
}

const SIZES = { 1: 460, 2: 640, 3: 760 } as const;

/** The edit dialog of a card. The fields are data-driven, so all cards share it. */
export function EditClientDialog({ client, dialog, opened, onClose }: EditClientDialogProps) {
  const definition = DIALOGS[dialog];
  const size = dialog === 'notes' ? 640 : SIZES[definition.columns ?? 1];
  return (
    <GuardedModal opened={opened} onClose={onClose} title={definition.title} size={size}>
      <EditClientForm key={dialog} client={client} definition={definition} onSaved={onClose} />
    </GuardedModal>
  );
}
