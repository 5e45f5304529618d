import { readFormData, submissionClient } from '@ledgerline/contract/submissions/form-data';
import { agentNameOf, differingClientName } from '@ledgerline/contract/submissions/form-names';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { PrintSheet } from '../../../components/ui/print-sheet.tsx';
import { momentText } from '../../../domain/days.ts';
import { useBrand } from '../../../lib/public-settings.ts';
import styles from './answers-sheet.module.css';

/** Printed answers in the order of the PDF: header, facts, then each section, secrets masked. */
export function AnswersSheet({ submission }: { submission: Submission }) {
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
