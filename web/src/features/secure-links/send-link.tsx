import type { EmailLogEntry } from '@ledgerline/contract/link-emails/endpoints';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RetryButton } from '../../components/ui/retry-button.tsx';
import { momentText } from '../../domain/days.ts';
import { EmailOffNote } from '../../domain/email/email-off-note.tsx';
import { Reminders } from '../../domain/reminders/reminders.tsx';
import type { RemindedItemRef } from '../../domain/reminders/use-reminders.ts';
import { useIsEmailConnected } from '../../lib/public-settings.ts';
import { useClientEmails } from './api.ts';
import { EmailFields, type EmailTarget, useEmailEditing } from './email-fields.tsx';
import styles from './email-log.module.css';
import type { EmailedLink } from './link-target.ts';
import { TextLink } from './text-link.tsx';

interface SendLinkProps extends EmailTarget {
  url: string;
  /** The title of the form or session. */
  about: string;
  /** Shown below the email, which then becomes the primary action. */
  children?: ReactNode;
}

/** Emails or texts the link in the client's language, and shows the next reminder and sent emails. */
export function SendLink({ client, link, url, about, children }: SendLinkProps) {
  const [isOpen, toggle] = useDisclosure(false);
  const isConnected = useIsEmailConnected();
  return (
    <Stack gap="xs">
      <EmailOffNote />
      {isConnected && isOpen ? (
        <EmailForm client={client} link={link} onDone={toggle.close} />
      ) : (
        <Group gap="xs">
          {isConnected && (
            <Button
              size="xs"
              variant={children ? 'filled' : 'default'}
              leftSection={<IconMail size={16} aria-hidden />}
              onClick={toggle.open}
            >
              Email Link
            </Button>
          )}
          <TextLink client={client} url={url} about={about} />
        </Group>
      )}
      {children}
      <Reminders {...remindedOf(link)} />
      <EmailLog clientId={client.id} link={link} />
    </Stack>
  );
}

function remindedOf(link: EmailedLink): RemindedItemRef {
  return 'session_id' in link
    ? { of: 'session', id: link.session_id }
    : { of: 'form', id: link.session_form_id };
}

function EmailForm({ client, link, onDone }: EmailTarget & { onDone: () => void }) {
  const editing = useEmailEditing({ client, link, onDone });
  const { submit, isSaving, failure } = editing;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="xs">
        <EmailFields client={client} editing={editing} />
        {failure && <Alert color="red">{failure}</Alert>}
        <Group gap="xs">
          <Button size="xs" type="submit" loading={isSaving}>
            Send
          </Button>
          <Button size="xs" variant="default" onClick={onDone} disabled={isSaving}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const SHOWN = 5;

/** Recent emails about one form or session. */
function EmailLog({ clientId, link }: { clientId: number; link: EmailedLink }) {
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
    <ul className={`plain ${styles.log}`} aria-label="Emails">
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
