import { PREVIEW_FRAME_HEIGHT_PX } from '@ledgerline/contract/rules';
import type { TemplateDocument } from '@ledgerline/contract/templates/endpoints';
import { Skeleton, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { useTemplateDocuments } from '../api.ts';
import styles from '../editor/edit-template.module.css';

const PdfPages = lazy(async () => ({
  default: (await import('../../../components/pdf/pdf-pages.tsx')).PdfPages,
}));

interface ViewPreviewDialogProps {
  /** null keeps it closed. */
  document: Pick<TemplateDocument, 'id' | 'form_id' | 'file_name'> | null;
  onClose: () => void;
}

/** One preview document, 600 px high (0§9). */
export function ViewPreviewDialog({ document, onClose }: ViewPreviewDialogProps) {
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
