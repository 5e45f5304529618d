import type { Folder } from '@ledgerline/contract/folders/endpoints';
import { UNGROUPED_FOLDER_LABEL } from '@ledgerline/contract/rules';
import { Text } from '@mantine/core';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import { useDeleteFolder } from './api.ts';

interface DeleteFolderDialogProps {
  /** null keeps the dialog closed. */
  folder: Folder | null;
  onClose: () => void;
}

/** Confirms deletion by folder name and states what happens to its forms (0§4; decisions F5). */
export function DeleteFolderDialog({ folder, onClose }: DeleteFolderDialogProps) {
  const deletion = useDeleteFolder();
  return (
    <DeleteDialog
      id={folder?.id}
      title="Delete folder"
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
  return `${what} to ${UNGROUPED_FOLDER_LABEL}. Nothing else is lost.`;
}
