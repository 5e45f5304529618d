import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { ClientAccessSettings } from './client-access-settings.tsx';

/** Which clients agents see, opened from the teams. */
export function NeedToKnowDialog({ onClose }: { onClose: () => void }) {
  return (
    <GuardedModal opened onClose={onClose} title="Client access" size="md">
      <ClientAccessSettings onDone={onClose} />
    </GuardedModal>
  );
}
