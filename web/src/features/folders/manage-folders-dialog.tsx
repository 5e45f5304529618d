import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { Button, Stack, Text } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ClosingDialog } from '../../components/ui/closing-dialog.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';
import { SortableList } from '../../components/ui/sortable-list.tsx';
import { useFolders } from '../../domain/forms/use-templates.ts';
import { useSortFolders } from './api.ts';
import { DeleteFolderDialog } from './delete-folder-dialog.tsx';
import { FolderRow } from './folder-row.tsx';

interface ManageFoldersDialogProps {
  opened: boolean;
  onClose: () => void;
  onAddFolder: () => void;
}

/** Renames, reorders and deletes folders (0§4). */
export function ManageFoldersDialog({ opened, onClose, onAddFolder }: ManageFoldersDialogProps) {
  const addFolder = (
    <Button variant="default" leftSection={<IconFolderPlus size={16} aria-hidden />} onClick={onAddFolder}>
      Add New Folder
    </Button>
  );
  return (
    <ClosingDialog opened={opened} onClose={onClose} title="Manage Folders" size="md" beside={addFolder}>
      <Folders />
    </ClosingDialog>
  );
}

function Folders() {
  return (
    <Loaded
      query={useFolders()}
      failed="The folders could not be loaded"
      loading={<LoadingRows rows={4} label="Loading folders" />}
    >
      {(folders) =>
        folders.length === 0 ? (
          <EmptyState title="No folders yet" text="Folders group form templates and set their order." />
        ) : (
          <Sorting folders={folders} />
        )
      }
    </Loaded>
  );
}

function Sorting({ folders }: { folders: readonly Folder[] }) {
  const sort = useSortFolders();
  const [deleting, setDeleting] = useState<Folder | null>(null);
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Drag a handle or use the keyboard to change the order of folders on the forms screen.
      </Text>
      <FailureNote message={sort.isError && 'Failed to save folder order. Please try again.'} />
      <SortableList
        label="Folders in order"
        items={folders}
        nameOf={({ label }) => label}
        onSort={(order) =>
          sort.mutate(order, {
            onError: (error) => console.error('the order of the folders was not saved', error),
          })
        }
      >
        {(folder) => <FolderRow folder={folder} folders={folders} onDelete={() => setDeleting(folder)} />}
      </SortableList>
      <DeleteFolderDialog folder={deleting} onClose={() => setDeleting(null)} />
    </Stack>
  );
}
