import type { ReactNode } from 'react';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { AlertSettings } from './alert-settings.tsx';

/** The alerts, opened from the audit log. `lead`: shown above the settings. */
export function AlertSettingsDialog({ opened, onClose, lead }: Openable & { lead?: ReactNode }) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Alerts" size="lg">
      {lead}
      <AlertSettings onDone={onClose} />
    </GuardedModal>
  );
}
