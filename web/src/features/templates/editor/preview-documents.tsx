import { PREVIEW_FRAME_HEIGHT_PX } from '@ledgerline/contract/rules';
import type { TemplateDocument } from '@ledgerline/contract/templates/endpoints';
import { ActionIcon, Box, Button, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconFileTypePdf, IconTrash, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { DeleteDialog } from '../../../components/ui/delete-dialog.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { ErrorState, Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { dayText } from '../../../domain/days.ts';
import { sizeText } from '../../../domain/file-size.ts';
import { useDeleteTemplateDocument, useTemplateDocuments } from '../api.ts';
import { UploadPreviewsDialog } from '../previews/upload-previews-dialog.tsx';
import { pagesText } from '../template-display.ts';
import styles from './edit-template.module.css';
import { EditorSection } from './editor-section.tsx';

/** A form's preview PDFs: view, add, remove. Changes are stored immediately. */
export function PreviewDocuments({ templateId }: { templateId: number }) {
  const [isUploading, setUploading] = useState(false);
  const [viewing, setViewing] = useState<TemplateDocument | null>(null);
  const [deleting, setDeleting] = useState<TemplateDocument | null>(null);
  return (
    <EditorSection
      title="Preview documents"
      aside={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconUpload size={14} aria-hidden />}
          onClick={() => setUploading(true)}
        >
          Upload Preview PDFs
        </Button>
      }
    >
      <Documents templateId={templateId} onView={setViewing} onDelete={setDeleting} />
      <UploadPreviewsDialog
        templateId={templateId}
        opened={isUploading}
        onClose={() => setUploading(false)}
      />
      <ViewPreviewDialog document={viewing} onClose={() => setViewing(null)} />
      <DeletePreviewDialog templateId={templateId} document={deleting} onClose={() => setDeleting(null)} />
    </EditorSection>
  );
}

interface DocumentActions {
  onView: (document: TemplateDocument) => void;
  onDelete: (document: TemplateDocument) => void;
}

function Documents({ templateId, ...actions }: DocumentActions & { templateId: number }) {
  return (
    <Loaded
      query={useTemplateDocuments(templateId)}
      failed="The preview documents could not be loaded."
      loading={<LoadingRows rows={2} label="Loading preview documents" />}
      isInCard
    >
      {(documents) =>
        documents.length === 0 ? (
          <Text size="sm" c="dimmed">
            No preview documents yet. Clients see them before they fill in or sign the form.
          </Text>
        ) : (
          <Stack gap={4} component="ul" className="plain">
            {documents.map((document) => (
              <Row key={document.id} document={document} {...actions} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

interface RowProps extends DocumentActions {
  document: TemplateDocument;
}

function Row({ document, onView, onDelete }: RowProps) {
  return (
    <li className={styles.document}>
      <IconFileTypePdf size={20} aria-hidden className={styles.documentIcon} />
      <Box flex={1} miw={0}>
        <UnstyledButton className={styles.documentName} onClick={() => onView(document)}>
          {document.file_name}
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          {aboutText(document)}
        </Text>
      </Box>
      <Button size="compact-sm" variant="subtle" onClick={() => onView(document)}>
        View
      </Button>
      <ActionIcon color="red" aria-label={`Delete ${document.file_name}`} onClick={() => onDelete(document)}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function aboutText({ file_size, page_count, source, created_at }: TemplateDocument): string {
  return [
    sizeText(file_size),
    pagesText(page_count),
    source === 'sync' ? 'from the last sync' : `added ${dayText(created_at)}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

interface DeletePreviewDialogProps {
  templateId: number;
  /** null keeps it closed. */
  document: TemplateDocument | null;
  onClose: () => void;
}

function DeletePreviewDialog({ templateId, document, onClose }: DeletePreviewDialogProps) {
  const deletion = useDeleteTemplateDocument(templateId);
  return (
    <DeleteDialog
      id={document?.id}
      title="Delete Document"
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

const PdfPages = lazy(async () => ({
  default: (await import('../../../components/pdf/pdf-pages.tsx')).PdfPages,
}));

interface ViewPreviewDialogProps {
  /** null keeps it closed. */
  document: Pick<TemplateDocument, 'id' | 'form_id' | 'file_name'> | null;
  onClose: () => void;
}

/** One preview document, 600 px high (0§9). */
function ViewPreviewDialog({ document, onClose }: ViewPreviewDialogProps) {
  return (
    <GuardedModal opened={document !== null} onClose={onClose} title={document?.file_name} size="xl">
      {document && <Frame templateId={document.form_id} documentId={document.id} />}
    </GuardedModal>
  );
}

function Frame({ templateId, documentId }: { templateId: number; documentId: number }) {
  const documents = useTemplateDocuments(templateId);
  const { ref, width } = useElementSize();
  const [problem, setProblem] = useState<string | null>(null);
  const url = documents.data?.find(({ id }) => id === documentId)?.file_url;
  // File URLs are short-lived: a cached one is refetched first.
  const isReady = url !== undefined && !(documents.isStale && documents.isFetching);
  const failure = problem ?? (url === undefined ? documents.error?.message : undefined);
  if (failure)
    return (
      <ErrorState
        title="Document Preview Error"
        message={failure}
        onRetry={() => {
          setProblem(null);
          void documents.refetch();
        }}
      />
    );
  if (documents.isSuccess && url === undefined) return <Text size="sm">The document has been deleted.</Text>;
  return (
    <section
      ref={ref}
      className={styles.frame}
      style={{ height: PREVIEW_FRAME_HEIGHT_PX }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      data-autofocus
      aria-label="Preview"
    >
      {isReady && width > 0 && (
        <Suspense fallback={<Skeleton height={PREVIEW_FRAME_HEIGHT_PX} />}>
          <PdfPages url={url} width={width} onError={(error) => setProblem(error.message)} />
        </Suspense>
      )}
    </section>
  );
}
