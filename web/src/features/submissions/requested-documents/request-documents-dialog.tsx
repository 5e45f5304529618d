import { MAX_REQUESTED_DOCUMENTS } from '@ledgerline/contract/rules';
import { KNOWN_DOCUMENTS } from '@ledgerline/contract/submissions/requested-documents/known-documents';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import {
  ActionIcon,
  Autocomplete,
  Button,
  Chip,
  Group,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { DialogForm } from '../../../domain/editing/dialog-form.tsx';
import { FORM_ERROR_KEY, useEditing } from '../../../domain/editing/use-editing.ts';
import styles from './requested-documents.module.css';
import { useCreateDocumentRequest } from './use-requested-documents.ts';

interface RequestDocumentsDialogProps {
  clientId: number;
  /** The request becomes a step of this session. */
  sessionId?: number;
  onClose: () => void;
  /** Called with the new request; closes the dialog. */
  onCreated: (submission: Submission) => void;
}

/** Chooses the documents that a client has to send (decision 112). */
export function RequestDocumentsDialog(props: RequestDocumentsDialogProps) {
  return (
    <GuardedModal opened onClose={props.onClose} title="Request Documents" size="lg">
      <RequestForm {...props} />
    </GuardedModal>
  );
}

interface Values {
  documents: { name: string; folder: string; notes: string }[];
}

const FOLDERS = [...new Set(KNOWN_DOCUMENTS.map(({ folder }) => folder))];

function errorsOf({ documents }: Values) {
  if (documents.length === 0) return { [FORM_ERROR_KEY]: 'Choose at least one document.' };
  return Object.fromEntries(
    documents.map(({ name }, at) => [
      `documents.${at}.name`,
      name.trim() === '' ? 'Enter the name of the document' : null,
    ]),
  );
}

function RequestForm({ clientId, sessionId, onCreated }: RequestDocumentsDialogProps) {
  const create = useCreateDocumentRequest();
  const start: Values = { documents: [] };
  const editing = useEditing({
    start,
    check: errorsOf,
    send: ({ documents }) =>
      create.mutateAsync({
        client_id: clientId,
        documents,
        ...(sessionId === undefined ? {} : { session_id: sessionId }),
      }),
    successMessage: sessionId === undefined ? 'Documents requested.' : 'Documents added to the session.',
    onDone: onCreated,
  });
  const { form } = editing;
  const { documents } = form.values;
  const isFull = documents.length >= MAX_REQUESTED_DOCUMENTS;
  const setDocuments = (next: Values['documents']) => editing.change({ documents: next });
  const toggle = (known: (typeof KNOWN_DOCUMENTS)[number]) =>
    setDocuments(
      documents.some(({ name }) => name === known.name)
        ? documents.filter(({ name }) => name !== known.name)
        : [...documents, { ...known, notes: '' }],
    );
  return (
    <DialogForm editing={editing} save="Request Documents" gap="md">
      <div>
        <Text size="sm" mb={8} id="known-documents">
          The client sees these names in their language.
        </Text>
        <Group gap={8} role="group" aria-labelledby="known-documents">
          {KNOWN_DOCUMENTS.map((known) => (
            <Chip
              key={known.name}
              size="sm"
              checked={documents.some(({ name }) => name === known.name)}
              disabled={isFull && !documents.some(({ name }) => name === known.name)}
              onChange={() => toggle(known)}
            >
              {known.name}
            </Chip>
          ))}
        </Group>
      </div>
      {documents.length > 0 && (
        <ol className="plain" aria-label="Requested documents">
          {documents.map((document, at) => (
            // Rows have no identity of their own before they are stored.
            // biome-ignore lint/suspicious/noArrayIndexKey: the inputs are controlled
            <li key={at} className={styles.requested}>
              <Group gap="sm" align="flex-start" wrap="nowrap">
                <TextInput
                  label="Document"
                  className={styles.name}
                  maxLength={120}
                  {...form.getInputProps(`documents.${at}.name`)}
                />
                <Autocomplete
                  label="Folder"
                  placeholder="Uncategorized"
                  className={styles.folder}
                  data={FOLDERS}
                  maxLength={200}
                  {...form.getInputProps(`documents.${at}.folder`)}
                />
                <ActionIcon
                  mt={28}
                  aria-label={`Remove ${document.name || 'document'}`}
                  onClick={() => setDocuments(documents.filter((_, index) => index !== at))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </Group>
              <Textarea
                label="Note for the client"
                placeholder="For example: both sides"
                mt={8}
                rows={2}
                maxLength={1000}
                {...form.getInputProps(`documents.${at}.notes`)}
              />
            </li>
          ))}
        </ol>
      )}
      <Stack align="flex-start">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={isFull}
          onClick={() => setDocuments([...documents, { name: '', folder: '', notes: '' }])}
        >
          Add Another Document
        </Button>
      </Stack>
    </DialogForm>
  );
}
