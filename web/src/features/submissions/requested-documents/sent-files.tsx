import type {
  RequestedDocument,
  SentFile,
} from '@ledgerline/contract/submissions/requested-documents/endpoints';
import { Anchor, Box, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { DocumentPreview } from '../../../components/pdf/document-preview.tsx';
import { GuardedModal } from '../../../components/ui/guarded-modal.tsx';
import { sizeText } from '../../../domain/file-size.ts';
import { here } from '../../../lib/external-url.ts';
import styles from './requested-documents.module.css';
import { useFetchSentFile } from './use-requested-documents.ts';

interface SentFilesProps {
  document: RequestedDocument;
  submissionId: number;
}

/** The files of one document: thumbnails of pictures, and every file in full on a click. */
export function SentFiles({ document: { name, files }, submissionId }: SentFilesProps) {
  const [shown, setShown] = useState<SentFile | null>(null);
  const fetchFile = useFetchSentFile(submissionId);
  if (files.length === 0)
    return (
      <Text size="sm" c="dimmed">
        The client sent no file.
      </Text>
    );
  return (
    <>
      <ul className={`plain ${styles.files}`} aria-label={`Files: ${name}`}>
        {files.map((file) => (
          <li key={file.id}>
            <UnstyledButton className={styles.file} onClick={() => setShown(file)}>
              <Thumbnail file={file} />
              <span className={styles.fileName}>{file.file_name}</span>
              <Box className="tabular" component="span" c="dimmed">
                {sizeText(file.file_size)}
              </Box>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {shown && (
        <GuardedModal opened onClose={() => setShown(null)} title={shown.file_name} size={960}>
          <DocumentPreview
            key={shown.id}
            url={shown.file_url}
            mime_type={shown.mime_type}
            name={shown.file_name}
            onRetry={() => fetchFile(shown.id)}
            hasAutoFocus
          />
          <Anchor
            href={here(shown.file_url)}
            download={shown.file_name}
            size="sm"
            mt="sm"
            display="inline-block"
          >
            Download
          </Anchor>
        </GuardedModal>
      )}
    </>
  );
}

const SHOWN_AS_PICTURE = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Renders nothing if the browser cannot show the file as a picture, or its URL has expired. */
function Thumbnail({ file: { file_url, mime_type } }: { file: SentFile }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (!SHOWN_AS_PICTURE.includes(mime_type) || failedUrl === file_url) return null;
  return (
    <img src={here(file_url)} alt="" className={styles.picture} onError={() => setFailedUrl(file_url)} />
  );
}
