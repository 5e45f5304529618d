import { CURRENT_PASSWORD_MISSING } from '@ledgerline/contract/agents/endpoints';
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { wrongFields } from '../../lib/api-error.ts';
import { storedProfile } from '../../lib/sign-in.ts';
import { useEditing } from '../editing/use-editing.ts';
import { sendReauthentication } from './use-reauthentication.ts';

const CODE_MISSING = 'Please enter a code.';

export interface ReauthenticationFormProps {
  /** Button label. */
  confirm?: string;
  /** Next to the button: alternatives such as Cancel. */
  beside?: ReactNode;
  onReauthenticated: () => void;
}

interface ReauthenticationFieldsProps extends ReauthenticationFormProps {
  /** Required credentials. */
  requested: readonly ('password' | 'code')[];
  /** Ticket of a single sign-on that belongs to the same attempt. */
  ticket?: string;
}

/** Typed credentials for re-authentication: the password, a code, or both. */
export function ReauthenticationFields({
  requested,
  ticket,
  confirm = 'Confirm',
  beside,
  onReauthenticated,
}: ReauthenticationFieldsProps) {
  const [hasPassword, hasCode] = [requested.includes('password'), requested.includes('code')];
  const editing = useEditing({
    start: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: hasPassword && password === '' && CURRENT_PASSWORD_MISSING,
      code: hasCode && code.trim() === '' && CODE_MISSING,
    }),
    send: ({ password, code }) =>
      sendReauthentication({
        ...(hasPassword ? { password } : {}),
        ...(hasCode ? { code } : {}),
        ...(ticket === undefined ? {} : { sso: ticket }),
      }),
    // An error of a visible field is shown at that field.
    failed: (error) =>
      wrongFields(error).some(({ path }) => requested.some((field) => field === path)) ? null : error.message,
    onDone: onReauthenticated,
    logText: 're-authentication failed',
  });
  return (
    <form noValidate onSubmit={editing.submit}>
      <Stack gap="sm">
        {hasPassword && (
          <>
            {/* So that password managers find the account. */}
            <input type="hidden" name="username" autoComplete="username" value={storedProfile().username} />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              data-autofocus
              {...editing.form.getInputProps('password')}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
            />
          </>
        )}
        {hasCode && (
          <TextInput
            label="Code"
            description="From your authenticator app, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus={!hasPassword || undefined}
            {...editing.form.getInputProps('code')}
          />
        )}
        <FailureNote message={editing.failure} />
        <Group justify="flex-end" gap="xs">
          {beside}
          <Button type="submit" loading={editing.isSaving}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
