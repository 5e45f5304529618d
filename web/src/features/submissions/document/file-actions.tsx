import { isDocumentRequest } from '@ledgerline/contract/rules';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { AnswersSheet } from '../answers/answers-sheet.tsx';
import { isPrintable, usePrint } from '../answers/use-print.ts';
import { downloadProblem, useDownload } from './use-download.ts';

/**
 * Saves the finished document, or explains why it is not available yet (1§5); answers of a web form can also be
 * printed. The files of a document request are downloaded one by one.
 */
export function FileActions({ submission }: { submission: Submission }) {
  return isDocumentRequest(submission.type) ? null : <Actions submission={submission} />;
}

function Actions({ submission }: { submission: Submission }) {
  const { download, ...saving } = useDownload(submission);
  const { print, ...printing } = usePrint(submission);
  const isReady = downloadProblem(submission) === null;
  const hasPrint = isPrintable(submission);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={saving.isBusy}
        aria-disabled={!isReady || undefined}
        data-disabled={!isReady || undefined}
        onClick={() => void download()}
      >
        Download
      </Button>
      {hasPrint && (
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          loading={printing.isBusy}
          onClick={() => void print()}
        >
          Print
        </Button>
      )}
      {hasPrint && <AnswersSheet submission={submission} />}
      <Failure text={saving.failure} isReady={isReady} />
      <Failure text={printing.failure} isReady />
    </>
  );
}

/** A failure; what is only not available yet is shown less prominently. */
function Failure({ text, isReady }: { text: string | null; isReady: boolean }) {
  if (text === null) return null;
  return (
    <Text size="sm" c={isReady ? 'red' : 'dimmed'} role="alert">
      {text}
    </Text>
  );
}
