import { isEmail } from '@ledgerline/contract/rules';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { useEmailLink } from './api.ts';
import type { EmailedLink, LinkTarget } from './link-target.ts';

/** Recipient of the email, and its link. */
export interface EmailTarget {
  client: NonNullable<LinkTarget['client']>;
  link: EmailedLink;
}

/** Emails a link to the client's address unless another one is entered. */
export function useEmailEditing({ client, link, onDone }: EmailTarget & { onDone: () => void }) {
  const email = useEmailLink();
  return useEditing({
    start: { to_address: client.email, message: '' },
    check: ({ to_address }) => ({
      to_address: !isEmail(to_address) && 'Please enter a valid email address',
    }),
    send({ to_address, message }) {
      const text = message.trim();
      return email.mutateAsync({
        ...link,
        to_address: to_address.trim(),
        ...(text ? { message: text } : {}),
      });
    },
    successMessage: ({ message }) => message,
    onDone,
  });
}

interface EmailFieldsProps extends Pick<EmailTarget, 'client'> {
  editing: ReturnType<typeof useEmailEditing>;
}

export function EmailFields({ client, editing: { form } }: EmailFieldsProps) {
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
        The email is written in {client.language || 'English'}.
      </Text>
    </>
  );
}
