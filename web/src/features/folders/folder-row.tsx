import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { folderNameError } from '@ledgerline/contract/rules';
import { ActionIcon, Badge, Group, Text, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRenameFolder } from './api.ts';
import { folderFailure } from './folder-failure.ts';

interface FolderRowProps {
  folder: Folder;
  folders: readonly Folder[];
  onDelete: () => void;
}

/** One folder: its name, which is changed in place, and how many forms it holds. */
export function FolderRow({ folder, folders, onDelete }: FolderRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  function leave() {
    // The button comes back with the drawing, which a timer may outrun.
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
      <ActionIcon
        ref={rename}
        variant="subtle"
        color="gray"
        aria-label={`Rename ${folder.label}`}
        onClick={() => setRenaming(true)}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={`Delete ${folder.label}`} onClick={onDelete}>
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
  const [name, setName] = useState(folder.label);
  const [error, setError] = useState<string | null>(null);
  const rename = useRenameFolder();
  function submit(event: FormEvent) {
    event.preventDefault();
    const other_labels = folders.filter(({ id }) => id !== folder.id).map(({ label }) => label);
    const wrong = folderNameError({ action: 'rename', name, own_label: folder.label, other_labels });
    setError(wrong);
    if (wrong) return;
    if (name.trim() === folder.label) return onLeave();
    rename.mutate(
      { id: folder.id, label: name.trim() },
      {
        onSuccess: onLeave,
        onError: (failure) => setError(folderFailure(failure, 'Failed to rename folder. Please try again.')),
      },
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={4} wrap="nowrap" align="flex-start" py={4}>
        <TextInput
          aria-label={`New name of ${folder.label}`}
          size="xs"
          style={{ flex: 1 }}
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setError(null);
          }}
          onKeyDown={(event) => event.key === 'Escape' && onLeave()}
          // Esc ends the renaming and leaves the dialog open.
          data-mantine-stop-propagation
          error={error}
          errorProps={{ role: 'alert' }}
          maxLength={200}
          autoFocus
        />
        <ActionIcon type="submit" variant="light" aria-label="Save name" loading={rename.isPending}>
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Cancel renaming" onClick={onLeave}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </form>
  );
}
