import { Alert, Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmailOffNote } from '../../domain/email/email-off-note.tsx';
import { Reminders } from '../../domain/reminders/reminders.tsx';
import type { RemindedItemRef } from '../../domain/reminders/use-reminders.ts';
import { useIsEmailConnected } from '../../lib/public-settings.ts';
import { EmailFields, type EmailTarget, useEmailEditing } from './email-fields.tsx';
import { EmailLog } from './email-log.tsx';
import type { EmailedLink } from './link-target.ts';
import { TextLink } from './text-link.tsx';

interface SendLinkProps extends EmailTarget {
  url: string;
  /** The title of the form or session. */
  about: string;
  /** Makes the email the primary action, above this. */
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
              Email link
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
