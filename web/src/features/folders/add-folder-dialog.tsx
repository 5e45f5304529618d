import { folderNameError } from '@ledgerline/contract/rules';
import { TextInput } from '@mantine/core';
import type { Openable } from '../../components/ui/dialog.tsx';
import { GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useFolders } from '../../domain/forms/use-templates.ts';
import { useCreateFolder } from './api.ts';
import { folderFailure } from './folder-failure.ts';

export function AddFolderDialog({ opened, onClose }: Openable) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Add New Folder" size="sm">
      <Body onClose={onClose} />
    </GuardedModal>
  );
}

function Body({ onClose }: { onClose: () => void }) {
  const folders = useFolders();
  const create = useCreateFolder();
  const other_labels = (folders.data ?? []).map(({ label }) => label);
  const editing = useEditing({
    start: { name: '' },
    check: ({ name }) => ({ name: folderNameError({ action: 'new', name, other_labels }) }),
    send: ({ name }) => create.mutateAsync(name.trim()),
    successMessage: ({ label }) => `Folder “${label}” was added.`,
    onDone: onClose,
    failed: null,
    toFieldErrors: (error) => ({ name: folderFailure(error, 'Failed to save folder. Please try again.') }),
  });
  return (
    <DialogForm editing={editing} gap="md" save="Save">
      <TextInput
        label="Folder name"
        {...editing.form.getInputProps('name')}
        errorProps={{ role: 'alert' }}
        maxLength={200}
        data-autofocus
      />
    </DialogForm>
  );
}
