import { folderNameError } from '@ledgerline/contract/rules';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type DialogGuard, GuardedModal } from '../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useCreateFolder, useFolders } from './api.ts';
import { folderFailure } from './folder-failure.ts';

interface AddFolderDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function AddFolderDialog({ opened, onClose }: AddFolderDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Add New Folder" size="sm">
      {(guard) => <Body guard={guard} onClose={onClose} />}
    </GuardedModal>
  );
}

function Body({ guard, onClose }: { guard: DialogGuard; onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const folders = useFolders();
  const create = useCreateFolder();
  function type(text: string) {
    setName(text);
    setError(null);
    guard.setDirty(text.trim() !== '');
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const other_labels = (folders.data ?? []).map(({ label }) => label);
    const wrong = folderNameError({ action: 'new', name, other_labels });
    setError(wrong);
    if (wrong) return;
    create.mutate(name.trim(), {
      onSuccess: ({ label }) => {
        notifySuccess(`Folder “${label}” was added.`);
        onClose();
      },
      onError: (failure) => setError(folderFailure(failure, 'Failed to save folder. Please try again.')),
    });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label="Folder name"
          value={name}
          onChange={(event) => type(event.currentTarget.value)}
          error={error}
          errorProps={{ role: 'alert' }}
          maxLength={200}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={guard.requestClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
