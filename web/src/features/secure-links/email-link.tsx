import { isEmail } from '@ledgerline/contract/rules';
import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconMail } from '@tabler/icons-react';
import { notifySuccess } from '../../components/ui/notify.ts';
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
  const form = useForm({
    initialValues: { to_address: client.email, message: '' },
    validate: {
      to_address: (value) => (isEmail(value.trim()) ? null : 'Please enter a valid email address'),
    },
  });

  async function send(values: { to_address: string; message: string }) {
    const to_address = values.to_address.trim();
    const message = values.message.trim();
    const body = { ...link, to_address, ...(message ? { message } : {}) };
    try {
      await mail.mutateAsync(body);
      notifySuccess(`The link is on its way to ${to_address}.`);
      onDone();
    } catch (error) {
      // The form says it from the mutation's own error.
      console.error('the link could not be mailed', error);
    }
  }
  return (
    <form noValidate onSubmit={form.onSubmit((values) => void send(values))}>
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
        {mail.error && <Alert color="red">{mail.error.message}</Alert>}
        <Group gap="xs">
          <Button size="xs" type="submit" loading={mail.isPending}>
            Send
          </Button>
          <Button size="xs" variant="default" onClick={onDone} disabled={mail.isPending}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
