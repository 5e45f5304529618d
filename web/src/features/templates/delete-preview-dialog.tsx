import type { TemplateDocument } from '@ledgerline/contract/templates/endpoints';
import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useDeleteTemplateDocument } from './api.ts';

interface DeletePreviewDialogProps {
  templateId: number;
  /** null keeps it closed. */
  document: TemplateDocument | null;
  onClose: () => void;
}

export function DeletePreviewDialog({ templateId, document, onClose }: DeletePreviewDialogProps) {
  const remove = useDeleteTemplateDocument(templateId);
  function close() {
    remove.reset();
    onClose();
  }
  function confirm() {
    if (!document) return;
    remove.mutate(document.id, {
      onSuccess: () => {
        notifySuccess(`“${document.file_name}” was deleted.`);
        close();
      },
      onError: (error) => console.error('the preview document was not deleted', error),
    });
  }
  return (
    <ConfirmDialog
      opened={document !== null}
      title="Delete document"
      message={
        <Stack gap="xs">
          <Text size="sm">Are you sure you want to delete this document?</Text>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {document?.file_name}
          </Text>
          {remove.isError && (
            <Text size="sm" c="red" role="alert">
              Failed to delete document. Please try again.
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
