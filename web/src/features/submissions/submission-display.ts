import { ageOn, followUpText, phoneDisplay } from '@ledgerline/contract/rules';
import { submissionClient } from '@ledgerline/contract/submissions/form-data';
import type { Submission, SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { dayText } from '../../domain/days.ts';
import { localDay } from '../../domain/today.ts';

/** The client of a submission, as shown in lists. */
export function whoOf(
  row: Pick<SubmissionRow, 'client_id'> & Parameters<typeof submissionClient>[0],
): string {
  return submissionClient(row).name || (row.client_id === null ? 'No client' : 'Unknown Client');
}

/** The client's age and phone: 'Age 42 · (305) 555-0188'; '' if neither is known. */
export function aboutClient(
  row: Pick<SubmissionRow, 'date_of_birth'> & Parameters<typeof submissionClient>[0],
  today: string,
): string {
  const { phone } = submissionClient(row);
  const age = ageOn({ dob: row.date_of_birth, today });
  return [age === null ? null : `Age ${age}`, phone && phoneDisplay(phone)].filter(Boolean).join(' · ');
}

type Activity = Pick<SubmissionRow, 'last_saved' | 'created_at' | 'signed_at' | 'voided_at'>;

/** The time of the last activity on a submission. */
export function lastActivity(row: Activity): string {
  return [row.created_at, row.last_saved, row.signed_at, row.voided_at]
    .filter((instant) => instant !== null)
    .reduce((latest, instant) => (Date.parse(instant) > Date.parse(latest) ? instant : latest));
}

/** 'today', '3 days ago' within a month, then the date. */
export function activityText(instant: string, now: Date): string {
  const ago = followUpText({ date: localDay(new Date(instant)), today: localDay(now) });
  const days = Number(/^\d+/.exec(ago ?? '')?.[0] ?? 0);
  return ago !== null && days <= 30 ? ago : dayText(instant);
}

interface Resynced {
  changed: boolean;
  checked_at: string | null;
  is_from_memory: boolean;
}

/** The result of a re-sync, including whether the provider's response was cached. */
export function resyncText({ changed, checked_at, is_from_memory }: Resynced, now: Date): string {
  if (changed) return 'The status was updated.';
  if (!is_from_memory || checked_at === null) return 'The status is up to date.';
  const minutes = Math.max(1, Math.round((now.getTime() - Date.parse(checked_at)) / 60_000));
  const ago = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `No changes. Checked ${ago} ago: the e-signature provider limits how often it can be queried and sends an update when someone signs.`;
}

/** An agent has not read it, or has not decided on its answers, which differ from the client record. */
export const needsReview = ({
  read_at,
  has_pending_answers,
}: Pick<Submission, 'read_at' | 'has_pending_answers'>): boolean => read_at === null || has_pending_answers;
