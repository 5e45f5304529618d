import type { Template } from '@ledgerline/contract/templates/endpoints';
import { ClosingDialog } from '../../../components/ui/closing-dialog.tsx';
import { PreviewDocuments } from '../editor/preview-documents.tsx';

interface PreviewsDialogProps {
  /** null keeps it closed. */
  template: Template | null;
  onClose: () => void;
}

/** A form's preview documents, without its editor. */
export function PreviewsDialog({ template, onClose }: PreviewsDialogProps) {
  return (
    <ClosingDialog opened={template !== null} onClose={onClose} title={template?.form_name_agent} size="lg">
      {template && <PreviewDocuments templateId={template.id} />}
    </ClosingDialog>
  );
}
