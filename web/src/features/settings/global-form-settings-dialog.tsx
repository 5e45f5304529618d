import type { ReactNode } from 'react';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { GlobalFormSettings, type SettingsPart } from './global-form-settings.tsx';

const ALL: readonly SettingsPart[] = ['links', 'reminders', 'enrollment', 'calendar'];

/** The settings of forms in one dialog, opened from the forms area (0§2). `lead`: shown above them. */
export function GlobalFormSettingsDialog({ opened, onClose, lead }: Openable & { lead?: ReactNode }) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Global Form Settings" size="md">
      {lead}
      <GlobalFormSettings parts={ALL} onDone={onClose} />
    </GuardedModal>
  );
}
