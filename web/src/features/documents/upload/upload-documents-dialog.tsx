import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { GuardedModal, useDialogGuard } from '../../../components/ui/guarded-modal.tsx';
import { notifySuccess } from '../../../components/ui/notify.ts';
import type { UploadFields } from '../api.ts';
import { fileProblem } from '../document-display.ts';
import { DocumentFields } from '../document-fields.tsx';
import { FileDrop } from './file-drop.tsx';
import { UploadList } from './upload-list.tsx';
import { type FileUpload, useUploads } from './use-uploads.ts';

interface UploadDocumentsDialogProps {
  /** Uploads one or several documents (0§2). */
  kind: 'one' | 'many';
  opened: boolean;
  onClose: () => void;
  clientId: number;
  /** Folders already used for this client. */
  folders: string[];
  /** What happens to the files, above the list. */
  hint?: string;
  /** Called for each file that was uploaded, also if others fail. */
  onUploaded?: ((document: ClientDocument) => void) | undefined;
}

/** "Add Document to Client" for one file, "Upload Documents" for several. */
export function UploadDocumentsDialog({ kind, opened, onClose, ...form }: UploadDocumentsDialogProps) {
  const title = kind === 'one' ? 'Add Document to Client' : 'Upload Documents';
  return (
    <GuardedModal opened={opened} onClose={onClose} title={title} size="lg">
      <UploadForm kind={kind} {...form} onDone={onClose} />
    </GuardedModal>
  );
}

interface UploadFormProps extends Omit<UploadDocumentsDialogProps, 'opened' | 'onClose'> {
  onDone: () => void;
}

const EMPTY: UploadFields = { folder: '', status: '', signed: false, notes: '' };

const MAX_NAMED = 5;

/** What leaving discards after some of the files were uploaded. */
function lostText(remaining: readonly FileUpload[], all: number): string | undefined {
  if (remaining.length === all) return undefined;
  const names =
    remaining.length > MAX_NAMED
      ? `${remaining.length} files`
      : remaining.map(({ file }) => `“${file.name}”`).join(', ');
  return `Not uploaded yet: ${names}. Files that were uploaded are in the client’s documents.`;
}

function UploadForm({ kind, clientId, folders, hint, onUploaded, onDone }: UploadFormProps) {
  const { uploads, add, remove, start, isSending } = useUploads(clientId, onUploaded);
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState<string[]>([]);
  const hasFailed = uploads.some(({ state }) => state === 'failed');
  const isFull = kind === 'one' && uploads.length > 0;
  const remaining = uploads.filter(({ state }) => state !== 'done');
  const leave = useDialogGuard(remaining.length > 0, lostText(remaining, uploads.length));

  function addFiles(files: readonly File[]) {
    const problems = files.flatMap((file) => fileProblem(file) ?? []);
    setErrors(problems);
    add(files.filter((file) => fileProblem(file) === null));
  }
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    if (uploads.length === 0) return setErrors(['Please choose a file']);
    setErrors([]);
    if (!(await start(fields))) return;
    notifySuccess(uploads.length === 1 ? 'Document added.' : `${uploads.length} documents added.`);
    onDone();
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        {!isFull && (
          <FileDrop
            multiple={kind === 'many'}
            onFiles={addFiles}
            onTooMany={() => setErrors(['Please add one file at a time'])}
            disabled={isSending}
          />
        )}
        {errors.map((text) => (
          <Alert key={text} color="red" role="alert" title={text} />
        ))}
        <UploadList uploads={uploads} isSending={isSending} onRemove={remove} />
        <DocumentFields fields={fields} onChange={setFields} folders={folders} disabled={isSending} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={leave}>
            {isSending ? 'Stop' : 'Cancel'}
          </Button>
          <Button type="submit" loading={isSending}>
            {hasFailed ? 'Try Again' : 'Upload'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
