import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { downloadProblem, useDownload } from './use-download.ts';

/** Saves the finished document; before that a press says why not (1§5). */
export function DownloadButton({ submission }: { submission: Submission }) {
  const { download, failure, isBusy } = useDownload(submission);
  const isReady = downloadProblem(submission) === null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isBusy}
        aria-disabled={!isReady || undefined}
        data-disabled={!isReady || undefined}
        onClick={() => void download()}
      >
        Download
      </Button>
      {failure && (
        <Text size="sm" c={isReady ? 'red' : 'dimmed'} role="alert">
          {failure}
        </Text>
      )}
    </>
  );
}
