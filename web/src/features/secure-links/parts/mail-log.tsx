import type { MailLogEntry } from '@ledgerline/contract/mail/endpoints';
import { Button, Group, Text } from '@mantine/core';
import { useClientMail } from '../api.ts';
import type { MailedLink } from '../link-target.ts';
import styles from './mail-log.module.css';

const INSTANT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const SHOWN = 5;

/** The last mails with one link. */
export function MailLog({ clientId, link }: { clientId: number; link: MailedLink }) {
  const mail = useClientMail(clientId);
  if (mail.isError)
    return (
      <Group gap="xs">
        <Text size="sm" c="dimmed" role="alert">
          What was mailed could not be loaded.
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => void mail.refetch()}>
          Try Again
        </Button>
      </Group>
    );
  const mine = (mail.data ?? []).filter((entry) => isOf(entry, link));
  if (mine.length === 0) return null;
  return (
    <ul className={styles.log} aria-label="Mailed">
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

/** A form's mail may name its session as well. */
function isOf(entry: MailLogEntry, link: MailedLink): boolean {
  if ('session_form_id' in link) return entry.session_form_id === link.session_form_id;
  return entry.session_id === link.session_id && entry.session_form_id === null;
}

function lineOf({ status, to_address, sent_at, created_at, error }: MailLogEntry): string {
  const at = INSTANT.format(new Date(sent_at ?? created_at));
  if (status === 'sent') return `Mailed to ${to_address} · ${at}`;
  if (status === 'queued') return `On its way to ${to_address} · ${at}`;
  return `Not delivered to ${to_address} · ${at}${error ? ` · ${error}` : ''}`;
}
