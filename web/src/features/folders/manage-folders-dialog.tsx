import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { LoadFailure } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { SortableList } from '../../components/ui/sortable-list.tsx';
import { useFolders, useSortFolders } from './api.ts';
import { DeleteFolderDialog } from './delete-folder-dialog.tsx';
import { FolderRow } from './folder-row.tsx';

interface ManageFoldersDialogProps {
  opened: boolean;
  onClose: () => void;
  onAddFolder: () => void;
}

/** Names, order and end of the folders (0§4). */
export function ManageFoldersDialog({ opened, onClose, onAddFolder }: ManageFoldersDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Manage Folders" size="md">
      <Stack gap="md">
        <Folders />
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={<IconFolderPlus size={16} aria-hidden />}
            onClick={onAddFolder}
          >
            Add New Folder
          </Button>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </GuardedModal>
  );
}

function Folders() {
  const folders = useFolders();
  const sort = useSortFolders();
  const [deleting, setDeleting] = useState<Folder | null>(null);
  if (!folders.data && folders.isError)
    return <LoadFailure query={folders} title="The folders could not be loaded" />;
  if (!folders.data) return <LoadingRows rows={4} label="Loading folders" />;
  if (folders.data.length === 0)
    return <EmptyState title="No folders yet" text="Folders group the form templates and set their order." />;
  const all = folders.data;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        The first folder comes first on the forms screen. Drag a handle, or use the keyboard, to change the
        order.
      </Text>
      {sort.isError && (
        <Alert color="red" role="alert" py={10}>
          Failed to save folder order. Please try again.
        </Alert>
      )}
      <SortableList
        label="Folders in their order"
        items={all}
        nameOf={({ label }) => label}
        onSort={(order) =>
          sort.mutate(order, {
            onError: (error) => console.error('the order of the folders was not saved', error),
          })
        }
      >
        {(folder) => <FolderRow folder={folder} folders={all} onDelete={() => setDeleting(folder)} />}
      </SortableList>
      <DeleteFolderDialog folder={deleting} onClose={() => setDeleting(null)} />
    </Stack>
  );
}
