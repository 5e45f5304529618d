import type { EmailLogEntry } from '@ledgerline/contract/link-emails/endpoints';
import { Group, Text } from '@mantine/core';
import { RetryButton } from '../../components/ui/retry-button.tsx';
import { momentText } from '../../domain/days.ts';
import { useClientEmails } from './api.ts';
import styles from './email-log.module.css';
import type { EmailedLink } from './link-target.ts';

const SHOWN = 5;

/** Recent emails about one form or session. */
export function EmailLog({ clientId, link }: { clientId: number; link: EmailedLink }) {
  const emails = useClientEmails(clientId);
  if (emails.isError)
    return (
      <Group gap="xs" role="alert">
        <Text size="sm" c="dimmed">
          The emails could not be loaded.
        </Text>
        <RetryButton size="compact-xs" onRetry={() => void emails.refetch()} isRetrying={emails.isFetching} />
      </Group>
    );
  const mine = (emails.data ?? []).filter((entry) => isOf(entry, link));
  if (mine.length === 0) return null;
  return (
    <ul className={styles.log} aria-label="Emails">
      {mine.slice(0, SHOWN).map((entry) => (
        <li key={entry.id}>
          <Text size="sm" {...(entry.status === 'failed' ? { c: 'red' } : { c: 'dimmed' })}>
            {lineOf(entry)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** An email about a form may also name its session. */
function isOf(entry: EmailLogEntry, link: EmailedLink): boolean {
  if ('session_form_id' in link) return entry.session_form_id === link.session_form_id;
  return entry.session_id === link.session_id && entry.session_form_id === null;
}

const UNSENT = { failed: 'Not sent', queued: 'Not sent yet' } as const;

/** An email with recipient, status and time: emails of a session are links and invoices. */
function lineOf(entry: EmailLogEntry): string {
  const { status, to_address, sent_at, created_at, error } = entry;
  const what = whatOf(entry);
  const at = momentText(sent_at ?? created_at);
  const why = error ? ` · ${error}` : '';
  if (status === 'sent') return `${what} emailed to ${to_address} · ${at}`;
  if (status === 'failed') return `${UNSENT.failed}: ${what} to ${to_address} · ${at}${why}`;
  return error
    ? `${UNSENT.queued}: ${what} to ${to_address} · ${at} · Trying again${why}`
    : `${what} being sent to ${to_address} · ${at}`;
}

/** Emails of earlier versions, and kinds without their own text, show their subject. */
function whatOf({ kind, about, subject }: EmailLogEntry): string {
  if (about === null) return `“${subject}”`;
  if (kind === 'form_link') return `Link to the form “${about}”`;
  if (kind === 'signed_copy') return `Signed copy of “${about}”`;
  if (kind === 'session_link') return `Link to the session “${about}”`;
  if (kind === 'client_turn') return `Request to sign “${about}”`;
  if (kind === 'receipt') return `Receipt for invoice ${about}`;
  if (kind === 'reminder') return `Reminder of “${about}”`;
  return kind === 'invoice' ? `Invoice ${about}` : `“${subject}”`;
}
