import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { folderNameError, UNGROUPED_FOLDER_LABEL } from '@ledgerline/contract/rules';
import { ActionIcon, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconFolderPlus, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ClosingDialog } from '../../components/ui/closing-dialog.tsx';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { SortableList } from '../../components/ui/sortable-list.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useFolders } from '../../domain/forms/use-templates.ts';
import { useDeleteFolder, useRenameFolder, useSortFolders } from './api.ts';
import { folderFailure } from './folder-failure.ts';

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

interface FolderRowProps {
  folder: Folder;
  folders: readonly Folder[];
  onDelete: () => void;
}

/** One folder: its name, editable in place, and its number of forms. */
function FolderRow({ folder, folders, onDelete }: FolderRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  function leave() {
    // The button reappears on the next render, which a timer may precede.
    flushSync(() => setRenaming(false));
    rename.current?.focus();
  }
  if (isRenaming) return <RenameForm folder={folder} folders={folders} onLeave={leave} />;
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" fw={500} truncate style={{ flex: 1 }} title={folder.label}>
        {folder.label}
      </Text>
      <Badge variant="light" color="gray" className="tabular" tt="none" fw={500}>
        {folder.forms_count === 1 ? '1 form' : `${folder.forms_count} forms`}
      </Badge>
      <ActionIcon ref={rename} aria-label={`Rename ${folder.label}`} onClick={() => setRenaming(true)}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon color="red" aria-label={`Delete ${folder.label}`} onClick={onDelete}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

interface RenameFormProps {
  folder: Folder;
  folders: readonly Folder[];
  onLeave: () => void;
}

function RenameForm({ folder, folders, onLeave }: RenameFormProps) {
  const rename = useRenameFolder();
  const other_labels = folders.filter(({ id }) => id !== folder.id).map(({ label }) => label);
  const editing = useEditing({
    start: { name: folder.label },
    check: ({ name }) => ({
      name: folderNameError({ action: 'rename', name, own_label: folder.label, other_labels }),
    }),
    shouldSkip({ name }) {
      const isSame = name.trim() === folder.label;
      if (isSame) onLeave();
      return isSame;
    },
    send: ({ name }) => rename.mutateAsync({ id: folder.id, label: name.trim() }),
    onDone: onLeave,
    failed: null,
    toFieldErrors: (error) => ({ name: folderFailure(error, 'Failed to rename folder. Please try again.') }),
  });
  return (
    <form onSubmit={editing.submit} noValidate>
      <Group gap={4} wrap="nowrap" align="flex-start" py={4}>
        <TextInput
          aria-label={`New name of ${folder.label}`}
          size="xs"
          style={{ flex: 1 }}
          {...editing.form.getInputProps('name')}
          onKeyDown={(event) => event.key === 'Escape' && onLeave()}
          // Esc cancels renaming but keeps the dialog open.
          data-mantine-stop-propagation
          errorProps={{ role: 'alert' }}
          maxLength={200}
          autoFocus
        />
        <ActionIcon
          color="teal"
          type="submit"
          variant="light"
          aria-label="Save name"
          loading={editing.isSaving}
        >
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label="Cancel renaming" onClick={onLeave}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </form>
  );
}

interface DeleteFolderDialogProps {
  /** null keeps the dialog closed. */
  folder: Folder | null;
  onClose: () => void;
}

/** Confirms deletion by folder name and states what happens to its forms (0§4; decisions F5). */
function DeleteFolderDialog({ folder, onClose }: DeleteFolderDialogProps) {
  const deletion = useDeleteFolder();
  return (
    <DeleteDialog
      id={folder?.id}
      title="Delete Folder"
      question={
        <Text size="sm">
          Delete “{folder?.label}”? {formsText(folder?.forms_count ?? 0)}
        </Text>
      }
      deletion={deletion}
      deletedText={`Folder “${folder?.label}” was deleted.`}
      failedText="Failed to delete folder. Please try again."
      logText="the folder was not deleted"
      onClose={onClose}
    />
  );
}

function formsText(count: number): string {
  if (count === 0) return 'It contains no forms.';
  const what = count === 1 ? 'Its form moves' : `Its ${count} forms move`;
  return `${what} to ${UNGROUPED_FOLDER_LABEL}. No forms are deleted.`;
}
