import type { Template } from '@ledgerline/contract/templates/endpoints';
import { Button, Group, Stack } from '@mantine/core';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { PreviewDocuments } from '../editor/preview-documents.tsx';

interface PreviewsDialogProps {
  /** null keeps it closed. */
  template: Template | null;
  onClose: () => void;
}

/** The preview documents of one form, without its editor. */
export function PreviewsDialog({ template, onClose }: PreviewsDialogProps) {
  return (
    <GuardedModal opened={template !== null} onClose={onClose} title={template?.form_name_agent} size="lg">
      {template && (
        <Stack gap="md">
          <PreviewDocuments templateId={template.id} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </GuardedModal>
  );
}
