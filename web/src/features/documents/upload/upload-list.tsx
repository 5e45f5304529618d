import { ActionIcon, Box, Progress, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconX } from '@tabler/icons-react';
import { sizeText } from '../../../domain/file-size.ts';
import { percentOf } from '../../../lib/percent.ts';
import styles from './upload-list.module.css';
import type { FileUpload } from './use-uploads.ts';

interface UploadListProps {
  uploads: readonly FileUpload[];
  isSending: boolean;
  onRemove: (key: string) => void;
}

/** The chosen files with their upload progress. */
export function UploadList({ uploads, isSending, onRemove }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className="plain" aria-label="Files">
      {uploads.map((upload) => (
        <li key={upload.key} className={styles.row}>
          <div className={styles.line}>
            <Box component="span" flex={1} miw={0} fz="sm" style={{ overflowWrap: 'anywhere' }}>
              {upload.file.name}
            </Box>
            <Text span size="xs" c="dimmed" className="tabular">
              {progressText(upload)}
            </Text>
            {upload.state === 'done' ? (
              <IconCircleCheckFilled size={18} aria-label="Uploaded" className={styles.done} />
            ) : (
              <ActionIcon
                size="sm"
                aria-label={`Remove ${upload.file.name}`}
                disabled={isSending}
                onClick={() => onRemove(upload.key)}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
          </div>
          {upload.state === 'sending' && (
            <Progress.Root size="sm">
              <Progress.Section
                value={percentOf(upload.sent, upload.total)}
                aria-label={`Upload of ${upload.file.name}`}
                aria-valuetext={progressText(upload)}
              />
            </Progress.Root>
          )}
          {upload.state === 'failed' && (
            <Text size="sm" c="red" role="alert">
              Upload failed. {upload.reason}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}

function progressText({ state, file, sent, total }: FileUpload): string {
  if (state !== 'sending' || total === 0) return sizeText(file.size);
  return sent >= total ? 'Storing…' : `${sizeText(sent)} of ${sizeText(total)}`;
}
