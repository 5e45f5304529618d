import { cleanEmail, isEmail } from '@ledgerline/contract/rules';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useMailLink } from './api.ts';
import type { LinkTarget, MailedLink } from './link-target.ts';

/** Whom a link is mailed to, and which one. */
export interface MailedTo {
  client: NonNullable<LinkTarget['client']>;
  link: MailedLink;
}

/** The mail with a link, to the address of the client unless another one is typed. */
export function useMailEditing({ client, link, onDone }: MailedTo & { onDone: () => void }) {
  const mail = useMailLink();
  return useEditing({
    start: { to_address: client.email, message: '' },
    check: ({ to_address }) => ({
      to_address: !isEmail(to_address) && 'Please enter a valid email address',
    }),
    send({ to_address, message }) {
      const text = message.trim();
      return mail.mutateAsync({ ...link, to_address: to_address.trim(), ...(text ? { message: text } : {}) });
    },
    told: (_, { to_address }) => `The link is on its way to ${cleanEmail(to_address)}.`,
    onDone,
  });
}

interface MailFieldsProps extends Pick<MailedTo, 'client'> {
  editing: ReturnType<typeof useMailEditing>;
}

export function MailFields({ client, editing: { form } }: MailFieldsProps) {
  return (
    <>
      <TextInput
        label="To"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        autoFocus
        data-autofocus
        {...form.getInputProps('to_address')}
      />
      <Textarea label="Message (optional)" rows={3} maxLength={2000} {...form.getInputProps('message')} />
      <Text size="sm" c="dimmed">
        The mail is written in {client.language || 'English'}.
      </Text>
    </>
  );
}
