import { submissionClient } from '@ledgerline/contract/submissions/form-data';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { Group } from '@mantine/core';
import { FormTypeBadge } from '../../../domain/forms/form-badges.tsx';
import { FormName } from '../../../domain/forms/form-name.tsx';
import { localDay } from '../../../domain/today.ts';
import { nextStep } from '../next-step.ts';
import { aboutClient, activityText, lastActivity, whoOf } from '../submission-display.ts';
import { SubmissionStatusBadge } from '../submission-status-badge.tsx';
import styles from './cards.module.css';
import { PreviewButton } from './preview-button.tsx';
import { SubmissionLink } from './submission-link.tsx';

interface SubmissionsCardsProps {
  rows: readonly SubmissionRow[];
  isBusy: boolean;
  onPreview: (id: number) => void;
}

/** Submissions as cards (1§2); also the list on narrow screens. */
export function SubmissionsCards({ rows, isBusy, onPreview }: SubmissionsCardsProps) {
  return (
    <ul className={`plain ${styles.grid}`} aria-label="Submissions" aria-busy={isBusy}>
      {rows.map((row) => (
        <Card key={row.id} row={row} onPreview={onPreview} />
      ))}
    </ul>
  );
}

function Card({ row, onPreview }: { row: SubmissionRow; onPreview: (id: number) => void }) {
  const now = new Date();
  const next = nextStep(row, now);
  const { email } = submissionClient(row);
  const about = aboutClient(row, localDay(now));
  return (
    <li className={styles.card}>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="start">
        <SubmissionLink submission={row} className={styles.title}>
          <FormName form={row} />
        </SubmissionLink>
        <PreviewButton row={row} onPreview={onPreview} />
      </Group>
      <span>{whoOf(row)}</span>
      {about && <span className={styles.about}>{about}</span>}
      {email && <span className={styles.about}>{email}</span>}
      <Group gap={6}>
        <FormTypeBadge type={row.type} />
        <SubmissionStatusBadge status={row.display_status} category={row.category} />
      </Group>
      {next.who !== 'none' && <span className={styles.about}>Next step: {next.text}</span>}
      <span className={styles.about}>
        {[activityText(lastActivity(row), now), row.session_type].filter(Boolean).join(' · ')}
      </span>
    </li>
  );
}
