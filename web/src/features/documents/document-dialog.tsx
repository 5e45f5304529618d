import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { DocumentPreview } from '../../components/pdf/document-preview.tsx';
import { GuardedModal, useDialogGuard } from '../../components/ui/guarded-modal.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { dayText } from '../../domain/days.ts';
import { saveFrom } from '../../domain/downloads.ts';
import { FormButtons } from '../../domain/editing/dialog-form.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { sizeText } from '../../domain/file-size.ts';
import { here } from '../../lib/external-url.ts';
import {
  type DocumentChanges,
  fetchDocument,
  useDeleteDocument,
  useDocument,
  useUpdateDocument,
} from './api.ts';
import { DeleteDocumentDialog } from './delete-document-dialog.tsx';
import styles from './document-dialog.module.css';
import { folderLabel } from './document-display.ts';
import { DocumentFields } from './document-fields.tsx';

interface DocumentDialogProps {
  documentId: number;
  /** Folders already used for this client. */
  folders: string[];
  onClose: () => void;
}

/** One document (0§2): preview and details. */
export function DocumentDialog({ documentId, folders, onClose }: DocumentDialogProps) {
  const query = useDocument(documentId);
  return (
    <GuardedModal opened onClose={onClose} title={query.data?.file_name ?? 'Document'} size={1120}>
      <Loaded
        query={query}
        failed="The document could not be loaded."
        loading={<LoadingRows rows={8} label="Loading document" />}
      >
        {(document) => <Content document={document} folders={folders} onClose={onClose} />}
      </Loaded>
    </GuardedModal>
  );
}

interface ContentProps {
  document: ClientDocument;
  folders: string[];
  onClose: () => void;
}

function Content({ document, folders, onClose }: ContentProps) {
  return (
    <div className={styles.columns}>
      <DocumentPreview
        key={document.id}
        url={document.file_url}
        mime_type={document.mime_type}
        name={document.file_name}
        onRetry={async () => (await fetchDocument(document.id)).file_url}
        hasAutoFocus
      />
      <Stack gap="sm">
        <Text size="sm" c="dimmed" className="tabular">
          {[sizeText(document.file_size), `Added ${dayText(document.uploaded_at)}`, document.uploaded_by]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <EditForm document={document} folders={folders} onClose={onClose} />
        <Group gap="xs" justify="space-between" className={styles.actions}>
          <DownloadButton document={document} />
          <DeleteButton document={document} onDeleted={onClose} />
        </Group>
      </Stack>
    </div>
  );
}

function valuesOf({ file_name, folder, status, signed, notes }: ClientDocument) {
  const label = folderLabel(folder);
  return { file_name, folder: label === 'Uncategorized' ? '' : folder, status, signed, notes };
}

function EditForm({ document, folders, onClose }: ContentProps) {
  const [start] = useState(() => valuesOf(document));
  const update = useUpdateDocument();
  const editing = useEditing({
    start,
    check: ({ file_name }) => ({ file_name: file_name.trim() === '' && 'Please enter a name' }),
    shouldSkip(values) {
      const isSame = Object.keys(changedValues(start, values)).length === 0;
      if (isSame) onClose();
      return isSame;
    },
    send: (values) => update.mutateAsync({ id: document.id, changes: changedValues(start, values) }),
    successMessage: 'Document saved.',
    onDone: onClose,
  });
  const { form, submit, isSaving, failure } = editing;
  const leave = useDialogGuard(() => Object.keys(changedValues(start, form.getValues())).length > 0);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" {...form.getInputProps('file_name')} maxLength={200} />
        <DocumentFields
          fields={form.values}
          onChange={form.setValues}
          folders={folders}
          disabled={isSaving}
          isSealed={document.is_sealed}
        />
        {failure && (
          <Alert color="red" role="alert" title="The document was not saved. Please try again.">
            <Text size="sm">{failure}</Text>
          </Alert>
        )}
        <FormButtons save="Save" isSaving={isSaving} onCancel={leave} />
      </Stack>
    </form>
  );
}

type Values = ReturnType<typeof valuesOf>;

function changedValues(before: Values, now: Values): DocumentChanges {
  return {
    ...(now.file_name.trim() === before.file_name ? {} : { file_name: now.file_name.trim() }),
    ...(now.folder.trim() === before.folder ? {} : { folder: now.folder.trim() }),
    ...(now.status.trim() === before.status ? {} : { status: now.status.trim() }),
    ...(now.signed === before.signed ? {} : { signed: now.signed }),
    ...(now.notes === before.notes ? {} : { notes: now.notes }),
  };
}

/** Uses a fresh URL because the preview's may have expired. */
function DownloadButton({ document }: { document: ClientDocument }) {
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const { file_url, file_name } = await fetchDocument(document.id);
      saveFrom(here(file_url), file_name);
    } catch (error) {
      console.error(`document ${document.id} was not downloaded`, error);
      notifyError('Failed to download document. Please try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void download()}
      loading={isBusy}
    >
      Download
    </Button>
  );
}

function DeleteButton({ document, onDeleted }: { document: ClientDocument; onDeleted: () => void }) {
  const [isConfirming, confirmation] = useDisclosure(false);
  const deletion = useDeleteDocument();
  async function remove(confirm_title: string | undefined) {
    try {
      await deletion.mutateAsync({ id: document.id, confirm_title });
      notifySuccess('Document deleted.');
      onDeleted();
    } catch (error) {
      console.error(`document ${document.id} was not deleted`, error);
    }
  }
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={confirmation.open}
      >
        Delete
      </Button>
      <DeleteDocumentDialog
        document={document}
        opened={isConfirming}
        question="Are you sure you want to delete this document?"
        isBusy={deletion.isPending}
        failure={deletion.isError ? 'Failed to delete document. Please try again.' : null}
        onConfirm={(typed) => void remove(typed)}
        onClose={() => {
          deletion.reset();
          confirmation.close();
        }}
      />
    </>
  );
}
