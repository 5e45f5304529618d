import { ERRORS } from '@ledgerline/contract/errors';
import { isDocumentRequest, isFinished, isWebFormType } from '@ledgerline/contract/rules';
import { downloadSubmission } from '@ledgerline/contract/submissions/endpoints';
import { readFormData, submissionClient } from '@ledgerline/contract/submissions/form-data';
import { agentNameOf, differingClientName } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { Button, Text } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { PrintSheet } from '../../../components/ui/print-sheet.tsx';
import { momentText } from '../../../domain/days.ts';
import { saveFile } from '../../../domain/downloads.ts';
import { fetchFile } from '../../../lib/api.ts';
import { errorMessageOf, hasErrorCode } from '../../../lib/api-error.ts';
import { useBrand } from '../../../lib/public-settings.ts';
import styles from '../answers/answers-sheet.module.css';
import { useFreshSubmission } from '../api.ts';

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

/** Shows a failure. A document that is not available yet is shown less prominently. */
function Failure({ text, isReady }: { text: string | null; isReady: boolean }) {
  if (text === null) return null;
  return (
    <Text size="sm" c={isReady ? 'red' : 'dimmed'} role="alert">
      {text}
    </Text>
  );
}

const PRINT_FAILED = 'Failed to print form. Please try again.';

/** A submitted web form: it has answers to print. */
function isPrintable(submission: Submission): boolean {
  return isWebFormType(submission.type) && downloadProblem(submission) === null;
}

/** Refetches the answers and opens the browser's print dialog, which prints the answers sheet. */
function usePrint({ id }: Pick<Submission, 'id'>) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const refetch = useFreshSubmission();

  async function print() {
    setFailure(null);
    setBusy(true);
    try {
      await refetch(id);
      // The response renders one tick later.
      await new Promise((resolve) => setTimeout(resolve, 0));
      window.print();
    } catch (error) {
      console.error('the form could not be printed', error);
      setFailure(PRINT_FAILED);
    } finally {
      setBusy(false);
    }
  }
  return { print, failure, isBusy };
}

/** Printed answers in the order of the PDF: header, facts, then each section, secrets masked. */
function AnswersSheet({ submission }: { submission: Submission }) {
  const brand = useBrand();
  const reading = readFormData(submission.form_data);
  if (reading.state !== 'ready') return null;
  const beside = differingClientName(submission);
  return (
    <PrintSheet>
      <p className={styles.faint}>{brand}</p>
      <h1 className={styles.title}>{agentNameOf(submission)}</h1>
      {beside !== null && <p className={styles.faint}>{beside}</p>}
      <dl className={styles.rows}>
        <Row label="Client" value={submissionClient(submission).name || 'Unknown Client'} />
        <Row label="Submitted" value={momentText(submission.last_saved ?? submission.updated_at)} />
      </dl>
      {reading.sections.map(({ key, title, rows }) => (
        <section key={key}>
          <h2 className={styles.heading}>{title}</h2>
          <dl className={styles.rows}>
            {rows.map((row) => (
              <Row key={row.key} label={row.label} value={row.value} />
            ))}
          </dl>
        </section>
      ))}
    </PrintSheet>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const DOWNLOAD_FAILED = 'Failed to download document. Please try again.';

/** Why a document cannot be downloaded now; null when it can (1§5). */
function downloadProblem(submission: Submission): string | null {
  const { type, envelope_id, signed_document_id, display_status } = submission;
  if (isWebFormType(type))
    return isFinished(submission) && submission.has_form_data ? null : ERRORS.no_document.message;
  const isSigning = type === 'DocuSign' || envelope_id !== null;
  if (isSigning) return display_status === 'Completed' ? null : ERRORS.document_unfinished.message;
  return signed_document_id === null ? ERRORS.no_document.message : null;
}

/** Saves the finished document as a file, or shows the message of 1§8. */
function useDownload(submission: Submission) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function download() {
    const problem = downloadProblem(submission);
    setFailure(problem);
    if (problem !== null) return;
    setBusy(true);
    try {
      saveFile(await fetchFile(downloadSubmission, { params: { id: submission.id } }), fileName(submission));
    } catch (error) {
      console.error('the document could not be downloaded', error);
      const isNone = hasErrorCode(error, 'document_unfinished', 'no_document');
      setFailure((isNone && errorMessageOf(error)) || DOWNLOAD_FAILED);
    } finally {
      setBusy(false);
    }
  }
  return { download, failure, isBusy };
}

function fileName(submission: Submission): string {
  const name = agentNameOf(submission)
    .replaceAll(/[\\/:*?"<>|]+/g, ' ')
    .trim();
  return `${name || 'document'}.pdf`;
}
