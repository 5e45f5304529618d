import type { TemplateSync } from '@ledgerline/contract/templates/endpoints';
import { Group, Stack } from '@mantine/core';
import {
  IconFolders,
  IconLibrary,
  IconRefresh,
  IconSettings,
  IconSortAscending,
  IconStack2,
  type TablerIcon,
} from '@tabler/icons-react';
import { QuietButton } from '../../../components/ui/quiet-button.tsx';
import { useHasLibrary } from '../api.ts';
import type { ManageFormsAction } from './manage-forms-dialog.tsx';
import { SyncProgress } from './sync-details.tsx';

interface ManageBarProps {
  isSyncing: boolean;
  /** The last sync, running or finished. */
  lastSync: TemplateSync | null;
  onSync: () => void;
  onAction: (action: ManageAction) => void;
}

type ManageAction = Exclude<ManageFormsAction, 'by-date' | 'by-folder'>;

interface Entry {
  action: ManageAction;
  label: string;
  icon: TablerIcon;
}

const ENTRIES: readonly Entry[] = [
  { action: 'manage-folders', label: 'Folders', icon: IconFolders },
  { action: 'sort-forms', label: 'Sort', icon: IconSortAscending },
  { action: 'bundles', label: 'Bundles', icon: IconStack2 },
  { action: 'library', label: 'Library', icon: IconLibrary },
];

/** What owners manage beside the templates, one click each; the dialog behind "More Options" has the same entries. */
export function ManageBar({ isSyncing, lastSync, onSync, onAction }: ManageBarProps) {
  // An external provider stores its own templates.
  const hasLibrary = useHasLibrary(true);
  const entries = ENTRIES.filter(({ action }) => action !== 'library' || hasLibrary);
  return (
    <Stack gap="xs">
      <Group gap={4} role="group" aria-label="Manage" ml={-8}>
        {entries.map(({ action, label, icon }) => (
          <QuietButton key={action} icon={icon} color="gray" onClick={() => onAction(action)}>
            {label}
          </QuietButton>
        ))}
        <QuietButton icon={IconRefresh} color="gray" loading={isSyncing} onClick={onSync}>
          Sync
        </QuietButton>
        <QuietButton icon={IconSettings} color="gray" onClick={() => onAction('settings')}>
          Settings
        </QuietButton>
      </Group>
      {isSyncing && lastSync?.state === 'running' && <SyncProgress sync={lastSync} />}
    </Stack>
  );
}
