import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { UNGROUPED_FOLDER_LABEL } from '@ledgerline/contract/rules';
import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useDeleteFolder } from './api.ts';

interface DeleteFolderDialogProps {
  /** null keeps it closed. */
  folder: Folder | null;
  onClose: () => void;
}

/** Asks once, names the folder and says what becomes of its forms (0§4; decisions F5). */
export function DeleteFolderDialog({ folder, onClose }: DeleteFolderDialogProps) {
  const remove = useDeleteFolder();
  function close() {
    remove.reset();
    onClose();
  }
  function confirm() {
    if (!folder) return;
    remove.mutate(folder.id, {
      onSuccess: () => {
        notifySuccess(`Folder “${folder.label}” was deleted.`);
        close();
      },
      onError: (error) => console.error('the folder was not deleted', error),
    });
  }
  return (
    <ConfirmDialog
      opened={folder !== null}
      title="Delete folder"
      message={
        <Stack gap="xs">
          <Text size="sm">
            Delete “{folder?.label}”? {formsText(folder?.forms_count ?? 0)}
          </Text>
          {remove.isError && (
            <Text size="sm" c="red" role="alert">
              Failed to delete folder. Please try again.
            </Text>
          )}
        </Stack>
      }
      confirmLabel="Delete"
      danger
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={close}
    />
  );
}

function formsText(count: number): string {
  if (count === 0) return 'It holds no forms.';
  const what = count === 1 ? 'Its form moves' : `Its ${count} forms move`;
  return `${what} to ${UNGROUPED_FOLDER_LABEL}; nothing else is lost.`;
}
