import {
  PASSWORD_LINK_NOT_CONNECTED,
  PASSWORD_LINK_SENT,
  sendPasswordLink,
} from '@ledgerline/contract/auth/password-links/endpoints';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { AnchorLink } from '../../components/ui/link.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { EmailOffNote } from '../../domain/email/email-off-note.tsx';
import { openApi } from '../../lib/api.ts';
import { useIsEmailConnected } from '../../lib/public-settings.ts';
import { AuthCard } from './auth-card.tsx';
import styles from './sign-in-page.module.css';

const NAME_MISSING = 'Please enter your username or email.';

/** Requests a password reset email. The response is always the same, so it does not reveal who has an account. */
export function ForgottenPasswordPage() {
  const [message, setMessage] = useState<string | null>(null);
  const isConnected = useIsEmailConnected();
  return (
    <AuthCard title="Forgot your password?">
      {isConnected && message === null && <NameForm onSent={setMessage} />}
      {isConnected && message !== null && <Sent message={message} />}
      <EmailOffNote>{PASSWORD_LINK_NOT_CONNECTED}</EmailOffNote>
      <p className={styles.beside}>
        <AnchorLink to="/crm/login" size="sm">
          Back to sign-in
        </AnchorLink>
      </p>
      <p className={styles.beside}>
        <AnchorLink to="/crm/sign-in-help" size="sm">
          Help with signing in
        </AnchorLink>
      </p>
    </AuthCard>
  );
}

function NameForm({ onSent }: { onSent: (message: string) => void }) {
  const editing = useEditing({
    start: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' && NAME_MISSING }),
    send: ({ name }) => openApi(sendPasswordLink, { body: { name: name.trim() } }),
    onDone: ({ message }) => onSent(message),
    logText: 'no link was requested',
  });
  return (
    <form noValidate onSubmit={editing.submit}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          We’ll email you a link to set a new password.
        </Text>
        <TextInput
          label="Username or email"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          maxLength={200}
          {...editing.form.getInputProps('name')}
        />
        <FailureNote message={editing.failure} />
        <Button type="submit" fullWidth loading={editing.isSaving}>
          Send Link
        </Button>
      </Stack>
    </form>
  );
}

function Sent({ message }: { message: string }) {
  const isSent = message === PASSWORD_LINK_SENT;
  return (
    <Stack gap="sm">
      <Alert color={isSent ? 'teal' : 'yellow'} role="status" p="xs">
        {message}
      </Alert>
      {isSent && (
        <Text size="sm" c="dimmed">
          Didn’t get it? Check your spam folder, or ask an owner to set a password for you.
        </Text>
      )}
    </Stack>
  );
}
