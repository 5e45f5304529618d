import { PASSWORD_TOO_SHORT } from '@ledgerline/contract/agents/endpoints';
import { checkPasswordLink, setPasswordByLink } from '@ledgerline/contract/auth/password-links/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { MIN_PASSWORD_LENGTH } from '@ledgerline/contract/rules';
import { Alert, Button, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { AnchorLink, ButtonLink } from '../../components/ui/link.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { useEditing } from '../../domain/editing/use-editing.ts';
import { openApi } from '../../lib/api.ts';
import { hasErrorCode, wrongFields } from '../../lib/api-error.ts';
import { AuthCard } from './auth-card.tsx';

type Link = ReplyOf<typeof checkPasswordLink>;

/** Target of an emailed single-use link to set a password. The token is in the URL fragment. */
export function SetPasswordPage() {
  const { hash: token } = useLocation();
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => openApi(checkPasswordLink, { body: { token }, signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [isDone, setDone] = useState(false);
  const isInvalid = token === '' || hasErrorCode(link.error, 'invalid_link', 'validation_failed');
  return (
    <AuthCard title={isDone ? 'Your password is set' : 'Choose your password'}>
      {isDone && <Done />}
      {!isDone && isInvalid && <InvalidLink />}
      {!isDone && !isInvalid && (
        <Loaded
          query={link}
          failed="Couldn’t check the link."
          loading={<Skeleton height={180} role="status" aria-label="Checking the link" />}
          isInCard
        >
          {(found) => <PasswordForm link={found} token={token} onDone={() => setDone(true)} />}
        </Loaded>
      )}
    </AuthCard>
  );
}

function PasswordForm({ link, token, onDone }: { link: Link; token: string; onDone: () => void }) {
  const editing = useEditing({
    start: { password: '' },
    check: ({ password }) => ({ password: password.length < MIN_PASSWORD_LENGTH && PASSWORD_TOO_SHORT }),
    send: ({ password }) => openApi(setPasswordByLink, { body: { token, password } }),
    // Password errors are shown at the field.
    failed: (error) => (wrongFields(error).length > 0 ? null : error.message),
    onDone,
    logText: 'the password was not set',
  });
  return (
    <form noValidate onSubmit={editing.submit}>
      <Stack gap="sm">
        {link.kind === 'invitation' && <Text size="sm">Welcome, {link.first_name}.</Text>}
        {/* Rendered so that password managers store the password with the username. */}
        <TextInput label="Username" name="username" autoComplete="username" value={link.username} readOnly />
        <PasswordInput
          label="New password"
          name="password"
          autoComplete="new-password"
          autoFocus
          description={`At least ${MIN_PASSWORD_LENGTH} characters`}
          {...editing.form.getInputProps('password')}
        />
        <FailureNote message={editing.failure} />
        {hasErrorCode(editing.error, 'invalid_link') ? (
          <NewLink />
        ) : (
          <Button type="submit" fullWidth loading={editing.isSaving}>
            Set Password
          </Button>
        )}
      </Stack>
    </form>
  );
}

function InvalidLink() {
  return (
    <Stack gap="sm">
      <Alert color="yellow" role="alert" p="xs">
        This link is no longer valid: it was used, replaced by a newer one, or has expired.
      </Alert>
      <NewLink />
    </Stack>
  );
}

function NewLink() {
  return (
    <Text size="sm">
      <AnchorLink to="/crm/forgotten-password" underline="always">
        Request a new link
      </AnchorLink>
      , or ask the person who invited you for a new invitation.
    </Text>
  );
}

function Done() {
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        You’ve been signed out on all other devices. Sign in with your new password.
      </Text>
      <ButtonLink to="/crm/login" replace fullWidth>
        Sign in
      </ButtonLink>
    </Stack>
  );
}
