import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { folderNameError } from '@ledgerline/contract/rules';
import { ActionIcon, Badge, Group, Text, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useRenameFolder } from './api.ts';
import { folderFailure } from './folder-failure.ts';

interface FolderRowProps {
  folder: Folder;
  folders: readonly Folder[];
  onDelete: () => void;
}

/** One folder: its name, editable in place, and its number of forms. */
export function FolderRow({ folder, folders, onDelete }: FolderRowProps) {
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
        <ActionIcon type="submit" variant="light" aria-label="Save name" loading={editing.isSaving}>
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Cancel renaming" onClick={onLeave}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </form>
  );
}
