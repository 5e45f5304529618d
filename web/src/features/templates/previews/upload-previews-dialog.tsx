import { MAX_UPLOAD_BYTES } from '@ledgerline/contract/rules';
import { Button, FileInput, Group, List, Stack } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { sizeText } from '../../../domain/file-size.ts';
import { useUploadTemplateDocuments } from '../api.ts';
import { pdfFilesError } from './pdf-files.ts';
import { UploadBar } from './upload-bar.tsx';

interface UploadPreviewsDialogProps {
  templateId: number;
  opened: boolean;
  onClose: () => void;
}

/** Uploads preview PDFs of a form: at least one, several at once, PDFs only (0§5). */
export function UploadPreviewsDialog({ templateId, opened, onClose }: UploadPreviewsDialogProps) {
  return (
    <GuardedModal opened={opened} onClose={onClose} title="Upload Preview PDFs" size="sm">
      <Body templateId={templateId} onClose={onClose} />
    </GuardedModal>
  );
}

function Body({ templateId, onClose }: Omit<UploadPreviewsDialogProps, 'opened'>) {
  const [files, setFiles] = useState<File[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [percent, setPercent] = useState(0);
  const upload = useUploadTemplateDocuments();
  const leave = useDialogGuard(files.length > 0);
  function choose(picked: File[]) {
    const chosen = withoutDoubles(picked);
    setFiles(chosen);
    setError(chosen.length > 0 ? pdfFilesError(chosen, MAX_UPLOAD_BYTES) : null);
    upload.reset();
  }
  function send() {
    const wrong = pdfFilesError(files, MAX_UPLOAD_BYTES);
    setError(wrong);
    if (wrong) return;
    setPercent(0);
    upload.mutate(
      { id: templateId, files, onProgress: setPercent },
      {
        onSuccess: (added) => {
          notifySuccess(added.length === 1 ? '1 preview was added.' : `${added.length} previews were added.`);
          onClose();
        },
        onError: (failure) => console.error('the previews were not uploaded', failure),
      },
    );
  }
  return (
    // Nested in the editor in React's tree: its fields must not submit the editor's form.
    <Stack gap="md">
      <FileInput
        label="PDF files"
        placeholder="Choose one or more PDFs"
        multiple
        accept="application/pdf,.pdf"
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the chosen files' }}
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        value={files}
        onChange={choose}
        error={error}
        errorProps={{ role: 'alert' }}
        disabled={upload.isPending}
        data-autofocus
      />
      {files.length > 0 && (
        <List size="sm" spacing={2}>
          {files.map((file) => (
            <List.Item key={keyOf(file)} style={{ overflowWrap: 'anywhere' }}>
              {file.name} ({sizeText(file.size)})
            </List.Item>
          ))}
        </List>
      )}
      {upload.isPending && <UploadBar percent={percent} />}
      <FailureNote message={upload.error && `Upload failed. ${upload.error.message}`} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={leave} disabled={upload.isPending}>
          Cancel
        </Button>
        <Button onClick={send} loading={upload.isPending}>
          Upload
        </Button>
      </Group>
    </Stack>
  );
}

function keyOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

/** A file selected twice is sent once. */
function withoutDoubles(files: readonly File[]): File[] {
  return [...new Map(files.map((file) => [keyOf(file), file])).values()];
}
