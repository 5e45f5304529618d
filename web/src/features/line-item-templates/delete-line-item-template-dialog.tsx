import type { LineItemTemplate } from '@ledgerline/contract/line-item-templates/endpoints';
import { Text } from '@mantine/core';
import { DeleteDialog } from '../../components/ui/delete-dialog.tsx';
import { useDeleteLineItemTemplate } from './api.ts';

interface DeleteLineItemTemplateDialogProps {
  /** null keeps the dialog closed. */
  template: LineItemTemplate | null;
  onClose: () => void;
}

/** Confirms deletion by template name. Invoices created from it are unaffected. */
export function DeleteLineItemTemplateDialog({ template, onClose }: DeleteLineItemTemplateDialogProps) {
  const deletion = useDeleteLineItemTemplate();
  return (
    <DeleteDialog
      id={template?.id}
      title="Delete Template"
      question={<Text size="sm">Delete “{template?.name}”? Invoices created from it are not affected.</Text>}
      deletion={deletion}
      deletedText={`Template “${template?.name}” was deleted.`}
      failedText={`Failed to delete template. Please try again. ${deletion.error?.message}`}
      logText="the line item template was not deleted"
      onClose={onClose}
    />
  );
}
