import '@mantine/dropzone/styles.layer.css';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { IMPORT_LIMITS, uploadImport } from '@ledgerline/contract/imports/endpoints';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { SPREADSHEET_FILES } from '../../../domain/file-types.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { percentOf } from '../../../lib/percent.ts';
import { uploadWithProgress } from '../../../lib/upload-files.ts';
import { importKeys, showUploaded } from '../api.ts';
import { sizeText } from '../import-texts.ts';
import styles from '../imports.module.css';

/** Accepts one dropped or chosen file and continues to column mapping. The server validates the file. */
export function UploadImport({ kind }: { kind: ImportKind }) {
  const openPicker = useRef<() => void>(null);
  const [rejection, setRejection] = useState<string | null>(null);
  const { upload, cancel, sent, file, error, retry } = useUpload(kind);
  if (sent && file) return <UploadProgress file={file} sent={sent} onCancel={cancel} />;
  return (
    <Stack gap="sm">
      <Dropzone
        className={styles.drop ?? ''}
        openRef={openPicker}
        multiple={false}
        maxSize={IMPORT_LIMITS.bytes}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ accept: SPREADSHEET_FILES, 'aria-label': 'Spreadsheet file' }}
        onDrop={([dropped]) => {
          setRejection(null);
          if (dropped) upload(dropped);
        }}
        onReject={(rejected) => setRejection(rejectionText(rejected.length))}
      >
        <span className={styles.dropIcon}>
          <IconFileSpreadsheet size={22} aria-hidden />
        </span>
        <Text fw={500}>Drop a CSV, XLSX or ODS file here</Text>
        <Text size="sm" c="dimmed" mb="sm">
          Up to 25 MB and 20,000 rows, with a header row. Nothing changes until you confirm.
        </Text>
        <Button
          onClick={(event) => {
            event.stopPropagation();
            openPicker.current?.();
          }}
        >
          Choose a File
        </Button>
      </Dropzone>
      <FailureNote message={rejection ?? error?.message} />
      {error && !rejection && file && error.status === undefined && (
        <Button variant="default" onClick={retry} style={{ alignSelf: 'flex-start' }}>
          Try again with “{file.name}”
        </Button>
      )}
    </Stack>
  );
}

function rejectionText(files: number): string {
  return files > 1
    ? 'Please import one file at a time.'
    : 'The file is larger than 25 MB. Split it into smaller files.';
}

interface UploadProgressProps {
  file: File;
  sent: SentBytes;
  onCancel: () => void;
}

/** Upload progress, then a notice while the server reads the file. */
function UploadProgress({ file, sent, onCancel }: UploadProgressProps) {
  const isSent = sent.total > 0 && sent.sent >= sent.total;
  const percent = percentOf(sent.sent, sent.total);
  const label = isSent ? 'Reading the file…' : `${sizeText(sent.sent)} of ${sizeText(sent.total)} sent`;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text fw={500} className={styles.fileName}>
          {file.name}
        </Text>
        <Button variant="default" size="xs" onClick={onCancel} style={{ flex: 'none' }}>
          Cancel
        </Button>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section
          value={percent}
          aria-label="Upload"
          aria-valuetext={label}
          striped={isSent}
          animated={isSent}
        />
      </Progress.Root>
      <Text size="sm" mt="xs" className="tabular" aria-live={isSent ? 'polite' : 'off'}>
        {label}
      </Text>
    </Paper>
  );
}

interface SentBytes {
  sent: number;
  total: number;
}

/** Uploads a file with progress, then opens the import the server created from it. */
function useUpload(kind: ImportKind) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const running = useRef<AbortController>(null);
  const [sent, setSent] = useState<SentBytes>({ sent: 0, total: 0 });
  const mutation = useMutation<Awaited<ReturnType<typeof uploadFile>>, ApiError, File>({
    mutationFn: (file) => {
      running.current = new AbortController();
      setSent({ sent: 0, total: file.size });
      const onProgress = (bytes: number, total: number) => setSent({ sent: bytes, total });
      return uploadFile(file, { kind, onProgress, signal: running.current.signal });
    },
    onSuccess: ({ id, ...uploaded }) => {
      showUploaded(queryClient, id, uploaded);
      void queryClient.invalidateQueries({ queryKey: importKeys.list });
      return navigate({ to: '/crm/imports/$importId', params: { importId: String(id) } });
    },
  });
  const file = mutation.variables;
  return {
    upload: (chosen: File) => mutation.mutate(chosen),
    retry: () => file && mutation.mutate(file),
    cancel: () => {
      running.current?.abort();
      mutation.reset();
    },
    file,
    sent: mutation.isPending ? sent : null,
    error: mutation.error,
  };
}

interface UploadOptions {
  kind?: ImportKind;
  /** Bytes sent so far, and the total. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

/** Uploads the file to import. `signal` cancels the upload. */
export function uploadFile(
  file: File,
  { kind = 'clients', ...options }: UploadOptions,
): Promise<ReplyOf<typeof uploadImport>> {
  const form = new FormData();
  form.append('file', file);
  return uploadWithProgress(uploadImport, form, {
    ...(kind === 'clients' ? {} : { query: { kind } }),
    ...options,
  });
}
