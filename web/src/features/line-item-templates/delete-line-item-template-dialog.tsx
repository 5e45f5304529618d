import type { LineItemTemplate } from '@ledgerline/contract/line-item-templates/endpoints';
import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useDeleteLineItemTemplate } from './api.ts';

interface DeleteLineItemTemplateDialogProps {
  /** null keeps it closed. */
  template: LineItemTemplate | null;
  onClose: () => void;
}

/** Asks once and names the template; invoices made from it stay as they are. */
export function DeleteLineItemTemplateDialog({ template, onClose }: DeleteLineItemTemplateDialogProps) {
  const remove = useDeleteLineItemTemplate();
  function close() {
    remove.reset();
    onClose();
  }
  function confirm() {
    if (!template) return;
    remove.mutate(template.id, {
      onSuccess: () => {
        notifySuccess(`Template “${template.name}” was deleted.`);
        close();
      },
      onError: (error) => console.error('the line item template was not deleted', error),
    });
  }
  return (
    <ConfirmDialog
      opened={template !== null}
      title="Delete Template"
      message={
        <Stack gap="xs">
          <Text size="sm">Delete “{template?.name}”? Invoices made from it stay as they are.</Text>
          {remove.isError && (
            <Text size="sm" c="red" role="alert">
              Failed to delete template. Please try again. {remove.error.message}
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
