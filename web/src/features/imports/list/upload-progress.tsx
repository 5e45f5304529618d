import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import { sizeText } from '../import-texts.ts';
import styles from '../imports.module.css';
import type { SentBytes } from './use-upload.ts';

interface UploadProgressProps {
  file: File;
  sent: SentBytes;
  onCancel: () => void;
}

/** Upload progress, then a notice while the server reads the file. */
export function UploadProgress({ file, sent, onCancel }: UploadProgressProps) {
  const isSent = sent.total > 0 && sent.sent >= sent.total;
  const percent = sent.total === 0 ? 0 : Math.floor((sent.sent / sent.total) * 100);
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
