import type { TemplateDocument } from '@ledgerline/contract/templates/endpoints';
import { Text } from '@mantine/core';
import { DeleteDialog } from '../../../components/ui/delete-dialog.tsx';
import { useDeleteTemplateDocument } from '../api.ts';

interface DeletePreviewDialogProps {
  templateId: number;
  /** null keeps it closed. */
  document: TemplateDocument | null;
  onClose: () => void;
}

export function DeletePreviewDialog({ templateId, document, onClose }: DeletePreviewDialogProps) {
  const deletion = useDeleteTemplateDocument(templateId);
  return (
    <DeleteDialog
      id={document?.id}
      title="Delete document"
      question={
        <>
          <Text size="sm">Are you sure you want to delete this document?</Text>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {document?.file_name}
          </Text>
        </>
      }
      deletion={deletion}
      deletedText={`“${document?.file_name}” was deleted.`}
      failedText="Failed to delete document. Please try again."
      logText="the preview document was not deleted"
      onClose={onClose}
    />
  );
}
