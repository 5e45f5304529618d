import { countText, MAX_UPLOAD_BYTES } from '@ledgerline/contract/rules';
import type { LibraryFile } from '@ledgerline/contract/signing/endpoints';
import { Button, FileButton, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArchive, IconArchiveOff, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { ClosingDialog } from '../../../components/ui/closing-dialog.tsx';
import type { Openable } from '../../../components/ui/dialog.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { Loaded, LoadingRows } from '../../../components/ui/loaded.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { QuietButton } from '../../../components/ui/quiet-button.tsx';
import { useLibrary, useUploadToLibrary } from '../api.ts';
import { pdfFilesError } from '../previews/pdf-files.ts';
import { UploadBar } from '../previews/upload-bar.tsx';
import { pagesText } from '../template-display.ts';
import { useArchiveFile } from '../use-archive.ts';

/** The fillable PDFs that Sync Templates creates e-signature templates from, with the problems of unusable ones. */
export function TemplateLibraryDialog({ opened, onClose }: Openable) {
  return (
    <ClosingDialog opened={opened} onClose={onClose} title="Template Library" size="lg">
      <Text size="sm" c="dimmed">
        Fillable PDFs for electronic signature. Sync Templates creates a form template from each file it can
        use.
      </Text>
      <Upload />
      <Files />
    </ClosingDialog>
  );
}

function Upload() {
  const [percent, setPercent] = useState(0);
  const [rejection, setRejection] = useState<string | null>(null);
  const upload = useUploadToLibrary();
  function send(file: File | null) {
    if (!file) return;
    const wrong = pdfFilesError([file], MAX_UPLOAD_BYTES);
    setRejection(wrong);
    if (wrong) return;
    setPercent(0);
    upload.mutate(
      { file, onProgress: setPercent },
      {
        onSuccess: ({ name, problem }) => {
          if (!problem) notifySuccess(`“${name}” was added. Sync Templates creates a form template from it.`);
        },
        onError: (error) => console.error('the file was not added to the library', error),
      },
    );
  }
  const failure = rejection ?? (upload.error && `Upload failed. ${upload.error.message}`);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <FileButton onChange={send} accept="application/pdf,.pdf" inputProps={{ 'aria-label': 'PDF file' }}>
          {(props) => (
            <Button
              {...props}
              leftSection={<IconUpload size={16} aria-hidden />}
              loading={upload.isPending}
              data-autofocus
            >
              Upload a Fillable PDF
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          A new file replaces one with the same name, unless that one is archived.
        </Text>
      </Group>
      {upload.isPending && <UploadBar percent={percent} />}
      <FailureNote message={failure} />
    </Stack>
  );
}

type Shown = 'files' | 'archived';

function Files() {
  const [shown, setShown] = useState<Shown>('files');
  return (
    <>
      <SegmentedControl
        aria-label="Files"
        data={[
          { value: 'files', label: 'Files' },
          { value: 'archived', label: 'Archived' },
        ]}
        value={shown}
        onChange={(next) => setShown(next === 'archived' ? next : 'files')}
        style={{ alignSelf: 'flex-start' }}
      />
      <Loaded
        query={useLibrary()}
        failed="The library could not be loaded"
        loading={<LoadingRows rows={3} height={56} label="Loading the library" />}
      >
        {(files) => (
          <FileList
            files={files.filter(({ is_archived }) => is_archived === (shown === 'archived'))}
            shown={shown}
          />
        )}
      </Loaded>
    </>
  );
}

function FileList({ files, shown }: { files: readonly LibraryFile[]; shown: Shown }) {
  const archive = useArchiveFile();
  if (files.length === 0)
    return shown === 'archived' ? (
      <EmptyState title="No archived files" text="Sync Templates creates no template from archived files." />
    ) : (
      <EmptyState title="No files yet" text="Upload a fillable PDF to get started." />
    );
  return (
    <Stack gap="xs" component="ul" className="plain">
      {files.map((file) => (
        <FileCard key={file.id} file={file} onArchive={() => archive(file)} />
      ))}
    </Stack>
  );
}

function FileCard({ file, onArchive }: { file: LibraryFile; onArchive: () => void }) {
  const action = file.is_archived ? 'Restore' : 'Archive';
  return (
    <Paper component="li" withBorder p="sm">
      <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Text>
          {file.problem ? (
            <Group gap={6} wrap="nowrap" align="flex-start" mt={2} c="red">
              <IconAlertTriangle size={16} aria-label="Problem" style={{ flex: 'none', marginTop: 1 }} />
              <Text size="sm">{file.problem}</Text>
            </Group>
          ) : (
            <Text size="sm" c="dimmed">
              {aboutText(file)}
            </Text>
          )}
        </div>
        <QuietButton
          icon={file.is_archived ? IconArchiveOff : IconArchive}
          color="gray"
          flex="none"
          aria-label={`${action} ${file.name}`}
          onClick={onArchive}
        >
          {action}
        </QuietButton>
      </Group>
    </Paper>
  );
}

function aboutText({ page_count, signers, checkboxes, lists }: LibraryFile): string {
  const names = signers.map((signer) => (signer === 'advisor' ? 'agent' : 'client')).join(', then ');
  return [
    pagesText(page_count),
    names ? `signed by ${names}` : 'no signers',
    countText(checkboxes, 'check box', 'check boxes'),
    countText(lists, 'list'),
  ].join(' · ');
}
