import { advisorOf, clientOf, isVoided } from '@ledgerline/contract/rules';
import type { Submission } from '@ledgerline/contract/submissions/schemas';
import { CopyButton } from '../../../components/ui/copy-button.tsx';
import { momentText } from '../../../domain/days.ts';
import { whoOf } from '../submission-display.ts';
import { SubmissionStatusBadge } from '../submission-status-badge.tsx';
import styles from './submission-facts.module.css';

/** Status of a submission: signers, dates, envelope (1§2 status information). */
export function SubmissionFacts({ submission }: { submission: Submission }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Status</dt>
        <dd>
          <SubmissionStatusBadge status={submission.display_status} category={submission.category} />
        </dd>
      </div>
      {factsOf(submission).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {submission.envelope_id && <EnvelopeFact envelope_id={submission.envelope_id} />}
      {submission.envelope_status && (
        <div>
          <dt>Envelope status</dt>
          <dd>{submission.envelope_status}</dd>
        </div>
      )}
    </dl>
  );
}

/** A long id that agents may want to copy. */
function EnvelopeFact({ envelope_id }: { envelope_id: string }) {
  return (
    <div>
      <dt>Envelope</dt>
      <dd className={styles.id}>
        <span title={envelope_id}>{envelope_id}</span>
        <CopyButton compact value={envelope_id} label="Copy envelope id" />
      </dd>
    </div>
  );
}

interface Fact {
  label: string;
  value: string;
}

function factsOf(submission: Submission): Fact[] {
  return [
    { label: 'Type', value: submission.type },
    { label: 'Client', value: whoOf(submission) },
    ...optionalFact('Session', submission.session_type),
    ...signersOf(submission),
    { label: 'Created', value: momentText(submission.created_at) },
    ...optionalFact('Last saved', submission.last_saved, momentText),
    ...optionalFact('Completed', submission.signed_at, momentText),
    ...optionalFact('Voided', submission.voided_at, momentText),
  ];
}

/** Signatures of the required signers. */
export function signersOf(submission: Submission): Fact[] {
  const unsigned = isVoided(submission) ? 'Not signed' : 'Pending';
  const both = [
    { label: 'Agent signature', signer: advisorOf(submission), at: submission.advisor_signed_at },
    { label: 'Client signature', signer: clientOf(submission), at: submission.client_signed_at },
  ];
  return both
    .filter(({ signer }) => signer.required)
    .map(({ label, signer, at }) => ({ label, value: signer.signed ? signedText(at) : unsigned }));
}

function signedText(at: string | null): string {
  return at === null ? 'Signed' : `Signed ${momentText(at)}`;
}

function optionalFact(
  label: string,
  value: string | null | undefined,
  format: (value: string) => string = String,
): Fact[] {
  return value ? [{ label, value: format(value) }] : [];
}
