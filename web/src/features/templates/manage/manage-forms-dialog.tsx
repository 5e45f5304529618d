import { NavLink, Stack } from '@mantine/core';
import {
  IconCalendar,
  IconFilePlus,
  IconFolderPlus,
  IconFolders,
  IconLibrary,
  IconListDetails,
  IconRefresh,
  IconSettings,
  IconSortAscending,
  IconStack2,
  type TablerIcon,
} from '@tabler/icons-react';
import { ClosingDialog } from '../../../components/ui/closing-dialog.tsx';
import { useHasLibrary } from '../api.ts';

export type ManageFormsAct =
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
  onSync: () => void;
  onAct: (act: ManageFormsAct) => void;
  onClose: () => void;
}

interface Entry {
  act: ManageFormsAct | 'sync';
  label: string;
  description: string;
  icon: TablerIcon;
}

const ENTRIES: readonly Entry[] = [
  {
    act: 'by-date',
    label: 'List Forms By Date',
    description: 'All forms in one list, newest first',
    icon: IconCalendar,
  },
  {
    act: 'by-folder',
    label: 'List of Form Templates',
    description: 'Grouped by folder',
    icon: IconListDetails,
  },
  { act: 'add-form', label: 'Add Document', description: 'Register a form of any type', icon: IconFilePlus },
  {
    act: 'sync',
    label: 'Sync Templates',
    description: 'Read the e-signature templates again',
    icon: IconRefresh,
  },
  {
    act: 'library',
    label: 'Template Library',
    description: 'The fillable PDFs that Sync Templates reads',
    icon: IconLibrary,
  },
  { act: 'add-folder', label: 'Add New Folder', description: 'It comes last', icon: IconFolderPlus },
  { act: 'manage-folders', label: 'Manage Folders', description: 'Rename, delete, order', icon: IconFolders },
  {
    act: 'sort-forms',
    label: 'Sort Forms',
    description: 'The order inside a folder',
    icon: IconSortAscending,
  },
  { act: 'bundles', label: 'Bundles', description: 'Forms that are sent together', icon: IconStack2 },
  {
    act: 'settings',
    label: 'Change Settings',
    description: 'How long form links work',
    icon: IconSettings,
  },
];

/** Everything that manages the forms, behind "More Options" (0§2). */
export function ManageFormsDialog({ opened, isSyncing, onSync, onAct, onClose }: ManageFormsDialogProps) {
  // An outside provider keeps its templates itself.
  const hasLibrary = useHasLibrary(opened);
  return (
    <ClosingDialog opened={opened} onClose={onClose} title="Manage Forms" size="sm">
      <Stack gap={2}>
        {ENTRIES.filter(({ act }) => act !== 'library' || hasLibrary).map(
          ({ act, label, description, icon: Icon }, place) => (
            <NavLink
              key={act}
              component="button"
              type="button"
              label={act === 'sync' && isSyncing ? 'Syncing...' : label}
              // The description explains the entry; it is no part of its name.
              aria-label={act === 'sync' && isSyncing ? 'Syncing...' : label}
              aria-description={description}
              description={description}
              leftSection={<Icon size={18} aria-hidden />}
              disabled={act === 'sync' && isSyncing}
              aria-live={act === 'sync' ? 'polite' : undefined}
              onClick={() => (act === 'sync' ? onSync() : onAct(act))}
              data-autofocus={place === 0 || undefined}
              style={{ borderRadius: 'var(--mantine-radius-md)' }}
            />
          ),
        )}
      </Stack>
    </ClosingDialog>
  );
}
