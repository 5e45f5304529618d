import type { TemplateSync } from '@ledgerline/contract/templates/endpoints';
import { NavLink, Stack } from '@mantine/core';
import {
  IconCalendar,
  IconFilePlus,
  IconFolderPlus,
  IconFolders,
  IconHistory,
  IconLibrary,
  IconListDetails,
  IconRefresh,
  IconSettings,
  IconSortAscending,
  IconStack2,
  type TablerIcon,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import { ClosingDialog } from '../../../components/ui/closing-dialog.tsx';
import { momentText } from '../../../domain/days.ts';
import { useHasLibrary } from '../api.ts';
import { SyncProgress } from './sync-details.tsx';

export type ManageFormsAction =
  | 'by-date'
  | 'by-folder'
  | 'add-form'
  | 'add-folder'
  | 'manage-folders'
  | 'sort-forms'
  | 'bundles'
  | 'library'
  | 'settings';

interface ManageFormsDialogProps {
  opened: boolean;
  isSyncing: boolean;
  /** The last sync, running or finished. */
  lastSync: TemplateSync | null;
  onSync: () => void;
  onShowLastSync: () => void;
  onAction: (action: ManageFormsAction) => void;
  onClose: () => void;
}

interface Entry {
  action: ManageFormsAction | 'sync' | 'last-sync';
  label: string;
  description: string;
  icon: TablerIcon;
}

const ENTRIES: readonly Entry[] = [
  {
    action: 'by-date',
    label: 'List Forms By Date',
    description: 'All forms in one list, newest first',
    icon: IconCalendar,
  },
  {
    action: 'by-folder',
    label: 'List of Form Templates',
    description: 'Grouped by folder',
    icon: IconListDetails,
  },
  {
    action: 'add-form',
    label: 'Add Document',
    description: 'Register a form of any type',
    icon: IconFilePlus,
  },
  {
    action: 'sync',
    label: 'Sync Templates',
    description: 'Reload the e-signature templates',
    icon: IconRefresh,
  },
  {
    action: 'library',
    label: 'Template Library',
    description: 'The fillable PDFs that Sync Templates reads',
    icon: IconLibrary,
  },
  { action: 'add-folder', label: 'Add New Folder', description: 'Added at the end', icon: IconFolderPlus },
  {
    action: 'manage-folders',
    label: 'Manage Folders',
    description: 'Rename, delete, order',
    icon: IconFolders,
  },
  {
    action: 'sort-forms',
    label: 'Sort Forms',
    description: 'The order inside a folder',
    icon: IconSortAscending,
  },
  { action: 'bundles', label: 'Bundles', description: 'Forms that are sent together', icon: IconStack2 },
  {
    action: 'settings',
    label: 'Change Settings',
    description: 'How long form links work',
    icon: IconSettings,
  },
];

/** All form management actions, behind "More Options" (0§2). */
export function ManageFormsDialog({ opened, onClose, ...props }: ManageFormsDialogProps) {
  const { isSyncing, lastSync, onSync, onShowLastSync, onAction } = props;
  // An external provider stores its own templates.
  const hasLibrary = useHasLibrary(opened);
  const entries = ENTRIES.filter(({ action }) => action !== 'library' || hasLibrary).flatMap((entry) =>
    entry.action === 'sync' ? [entry, ...lastSyncEntry(isSyncing ? null : lastSync)] : [entry],
  );
  function choose(action: Entry['action']) {
    if (action === 'sync') onSync();
    else if (action === 'last-sync') onShowLastSync();
    else onAction(action);
  }
  return (
    <ClosingDialog opened={opened} onClose={onClose} title="Manage Forms" size="sm">
      <Stack gap={2}>
        {entries.map(({ action, label, description, icon: Icon }, index) => {
          const isRunning = action === 'sync' && isSyncing;
          return (
            <Fragment key={action}>
              <NavLink
                component="button"
                type="button"
                label={isRunning ? 'Syncing...' : label}
                // The description explains the entry and is not part of its name.
                aria-label={isRunning ? 'Syncing...' : label}
                aria-description={description}
                description={description}
                leftSection={<Icon size={18} aria-hidden />}
                disabled={isRunning}
                aria-live={action === 'sync' ? 'polite' : undefined}
                onClick={() => choose(action)}
                data-autofocus={index === 0 || undefined}
                style={{ borderRadius: 'var(--mantine-radius-md)' }}
              />
              {isRunning && lastSync?.state === 'running' && <SyncProgress sync={lastSync} />}
            </Fragment>
          );
        })}
      </Stack>
    </ClosingDialog>
  );
}

/** Opens the results of the last sync. */
function lastSyncEntry(sync: TemplateSync | null): Entry[] {
  if (!sync?.finished_at) return [];
  const failed = sync.documents.filter(({ outcome }) => outcome === 'failed').length;
  const result = sync.state === 'failed' ? 'failed' : `${sync.count} synced, ${failed} failed`;
  const description = `${momentText(sync.finished_at)}: ${result}`;
  return [{ action: 'last-sync', label: 'Last Sync', description, icon: IconHistory }];
}
