import { isEmail } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useMailLink } from './api.ts';
import type { LinkTarget, MailedLink } from './link-target.ts';
import { MailLog } from './mail-log.tsx';

interface EmailLinkProps {
  client: NonNullable<LinkTarget['client']>;
  link: MailedLink;
}

/** Mails the link to the client in his language, and shows what was mailed before. */
export function EmailLink({ client, link }: EmailLinkProps) {
  const [isOpen, toggle] = useDisclosure(false);
  return (
    <Stack gap="xs">
      {isOpen ? (
        <MailForm client={client} link={link} onDone={toggle.close} />
      ) : (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={toggle.open}
          >
            Email link
          </Button>
        </Group>
      )}
      <MailLog clientId={client.id} link={link} />
    </Stack>
  );
}

function MailForm({ client, link, onDone }: EmailLinkProps & { onDone: () => void }) {
  const mail = useMailLink();
  const { form, submit, isSaving, failure } = useEditing({
    start: { to_address: client.email, message: '' },
    check: ({ to_address }) => ({
      to_address: !isEmail(to_address.trim()) && 'Please enter a valid email address',
    }),
    send({ to_address, message }) {
      const text = message.trim();
      return mail.mutateAsync({ ...link, to_address: to_address.trim(), ...(text ? { message: text } : {}) });
    },
    told: (_, { to_address }) => `The link is on its way to ${to_address.trim()}.`,
    onDone,
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label="To"
          type="email"
          autoComplete="off"
          maxLength={254}
          autoFocus
          {...form.getInputProps('to_address')}
        />
        <Textarea label="Message (optional)" rows={3} maxLength={2000} {...form.getInputProps('message')} />
        <Text size="sm" c="dimmed">
          The mail is written in {client.language || 'English'}.
        </Text>
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
