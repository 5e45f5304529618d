import type { ClientDocument } from '@ledgerline/contract/documents/endpoints';
import { Box, Group, Text } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CardFrame } from '../../components/ui/card-frame.tsx';
import { CardList } from '../../components/ui/card-list.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { useClientDocuments } from './api.ts';
import { DocumentDialog } from './document-dialog.tsx';
import { documentGroups, folderNames } from './document-display.ts';
import { DocumentRow } from './document-row.tsx';
import styles from './documents-card.module.css';
import { UploadDocumentsDialog } from './upload/upload-documents-dialog.tsx';

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
