import { CURRENT_PASSWORD_MISSING } from '@ledgerline/contract/agents/endpoints';
import { Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { wrongFields } from '../../lib/api-error.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { storedProfile } from '../../lib/sign-in.ts';
import { useEditing } from '../editing/use-editing.ts';
import { SsoReauthentication } from './sso-reauthentication.tsx';
import { sendPasskey, sendReauthentication, useReauthenticationMethods } from './use-reauthentication.ts';

/** Re-authenticates the signed-in agent, over any screen (decision 058). */
export function ReauthenticationForm(props: ReauthenticationFormProps) {
  const methods = useReauthenticationMethods();
  return (
    <Loaded
      query={methods}
      failed="Your verification options could not be loaded."
      loading={<Skeleton height={96} role="status" aria-label="Loading" />}
      isInCard
    >
      {(found) => <Methods {...props} methods={found} />}
    </Loaded>
  );
}

type Methods = NonNullable<ReturnType<typeof useReauthenticationMethods>['data']>;

const NO_METHOD =
  'No verification method is available here. Please sign out and sign in again: for the next 15 minutes, most actions need no confirmation.';

/** The first method has the primary button that Enter triggers; alternatives follow. */
function Methods({ methods, ...props }: ReauthenticationFormProps & { methods: Methods }) {
  const { sso } = usePublicSettings();
  /** A sign-in at the identity provider that also needs a code. */
  const [ticket, setTicket] = useState<string | null>(null);
  const { needs_code, has_password, has_code, has_sso } = methods;
  const { beside, onReauthenticated } = props;
  const hasPasskey = methods.has_passkey && canUsePasskeys();
  const hasForm = has_password || has_code;
  const hasSso = has_sso && sso !== undefined;
  if (ticket !== null)
    return (
      <Stack gap="sm">
        <ReauthenticationFields {...props} requested={['code']} ticket={ticket} />
        <Button variant="subtle" fullWidth onClick={() => setTicket(null)}>
          Use Another Method
        </Button>
      </Stack>
    );
  return (
    <Stack gap="sm">
      {has_password && (
        <ReauthenticationFields {...props} requested={needs_code ? ['password', 'code'] : ['password']} />
      )}
      {!has_password && has_code && <ReauthenticationFields {...props} requested={['code']} />}
      {hasSso && (
        <SsoReauthentication
          name={sso.name}
          isMain={!hasForm}
          onCode={setTicket}
          onReauthenticated={onReauthenticated}
        />
      )}
      {hasPasskey && <PasskeyReauthentication onReauthenticated={onReauthenticated} />}
      {!hasForm && !hasSso && !hasPasskey && <Text size="sm">{NO_METHOD}</Text>}
      {!hasForm && beside && <Group justify="flex-end">{beside}</Group>}
    </Stack>
  );
}

/** Alternative method: a passkey, without password and code. */
function PasskeyReauthentication({ onReauthenticated }: { onReauthenticated: () => void }) {
  const reauthentication = useMutation({ mutationFn: sendPasskey, onSuccess: onReauthenticated });
  return (
    <>
      <FailureNote message={reauthentication.error?.message} />
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={reauthentication.isPending}
        onClick={() => reauthentication.mutate()}
      >
        Use a Passkey
      </Button>
    </>
  );
}

const CODE_MISSING = 'Please enter a code.';

interface ReauthenticationFormProps {
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
function ReauthenticationFields({
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
