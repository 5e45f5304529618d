import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { CardList } from '../../components/ui/card-list.tsx';
import { GuardedModal, useDialogGuard } from '../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { type UploadFields, useClientDocuments } from './api.ts';
import { DocumentDialog } from './document-dialog.tsx';
import { documentGroups, fileProblem, folderNames } from './document-display.ts';
import { DocumentFields } from './document-fields.tsx';
import { DocumentRow } from './document-row.tsx';
import styles from './documents-card.module.css';
import { FileDrop } from './upload/file-drop.tsx';
import { UploadList } from './upload/upload-list.tsx';
import { useUploads } from './upload/use-uploads.ts';

type Adding = { kind: 'one' | 'many'; opened: boolean };

interface DocumentsCardProps {
  clientId: number;
  /** Requests documents from the client. */
  request?: ReactNode;
}

/** The documents of one client by folder, with buttons to add more. */
export function DocumentsCard({ clientId, request }: DocumentsCardProps) {
  const documents = useClientDocuments(clientId);
  const [adding, setAdding] = useState<Adding>({ kind: 'one', opened: false });
  const folders = folderNames(documents.data ?? []);
  const buttons = (
    <Group gap={4}>
      {request}
      <QuietButton icon={IconPlus} onClick={() => setAdding({ kind: 'one', opened: true })}>
        Add Document
      </QuietButton>
      <QuietButton icon={IconUpload} onClick={() => setAdding({ kind: 'many', opened: true })}>
        Upload Documents
      </QuietButton>
    </Group>
  );
  return (
    <CardFrame title="Documents" aside={buttons}>
      <Loaded
        query={documents}
        failed="The documents could not be loaded."
        loading={<LoadingRows rows={2} height={44} label="Loading documents" />}
        isInCard
      >
        {(data) => <Folders documents={data} folders={folders} />}
      </Loaded>
      <UploadDocumentsDialog
        {...adding}
        onClose={() => setAdding({ ...adding, opened: false })}
        clientId={clientId}
        folders={folders}
      />
    </CardFrame>
  );
}

function Folders({ documents, folders }: { documents: readonly ClientDocument[]; folders: string[] }) {
  const [openId, setOpenId] = useState<number | null>(null);
  if (documents.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No documents yet. Documents for this client will appear here.
      </Text>
    );
  return (
    <>
      {documentGroups(documents).map(({ label, documents: list }) => (
        <section key={label} aria-label={label} className={styles.folder}>
          <h3 className={styles.label}>
            {label}{' '}
            <Box className="tabular" component="span" fw={400}>
              {list.length}
            </Box>
          </h3>
          <CardList className={styles.rows}>
            {list.map((document) => (
              <DocumentRow key={document.id} document={document} onOpen={() => setOpenId(document.id)} />
            ))}
          </CardList>
        </section>
      ))}
      {openId !== null && (
        <DocumentDialog key={openId} documentId={openId} folders={folders} onClose={() => setOpenId(null)} />
      )}
    </>
  );
}

interface UploadDocumentsDialogProps {
  /** Uploads one or several documents (0§2). */
  kind: 'one' | 'many';
  opened: boolean;
  onClose: () => void;
  clientId: number;
  /** Folders already used for this client. */
  folders: string[];
}

/** "Add Document to Client" for one file, "Upload Documents" for several. */
function UploadDocumentsDialog({ kind, opened, onClose, ...form }: UploadDocumentsDialogProps) {
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

function UploadForm({ kind, clientId, folders, onDone }: UploadFormProps) {
  const { uploads, add, remove, start, isSending } = useUploads(clientId);
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState<string[]>([]);
  const hasFailed = uploads.some(({ state }) => state === 'failed');
  const isFull = kind === 'one' && uploads.length > 0;
  const leave = useDialogGuard(uploads.length > 0);

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
