import { CURRENT_PASSWORD_MISSING } from '@ledgerline/contract/agents/endpoints';
import { Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNote } from '../../components/ui/failure-note.tsx';
import { Loaded } from '../../components/ui/loaded.tsx';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { wrongFields } from '../../lib/refusal.ts';
import { storedProfile } from '../../lib/sign-in.ts';
import { useEditing } from '../editing/use-editing.ts';
import { CODE_MISSING, CodeForm } from './code-form.tsx';
import { PasskeyProof } from './passkey-proof.tsx';
import { SsoProof } from './sso-proof.tsx';
import { sendProof, useProofWays } from './use-proof.ts';

interface ProofFormProps {
  /** What the button says. */
  confirm?: string;
  /** Beside the button: what else can be done, such as Cancel. */
  beside?: ReactNode;
  onProved: () => void;
}

/** Proves that it is the agent who is signed in: over any screen, where something needs it (decision 058). */
export function ProofForm(props: ProofFormProps) {
  const ways = useProofWays();
  return (
    <Loaded
      query={ways}
      failed="It could not be asked how to confirm that it is you."
      loading={<Skeleton height={96} role="status" aria-label="Loading" />}
      isInCard
    >
      {(found) => <Ways {...props} ways={found} />}
    </Loaded>
  );
}

type Ways = NonNullable<ReturnType<typeof useProofWays>['data']>;

/** The first way has the button that Enter presses; those beside it follow. */
function Ways({ ways, ...props }: ProofFormProps & { ways: Ways }) {
  const { sso } = usePublicSettings();
  const { needs_code, has_password, has_code, has_sso } = ways;
  const { beside, onProved } = props;
  const hasPasskey = ways.has_passkey && canUsePasskeys();
  const hasForm = has_password || has_code;
  const hasSso = has_sso && sso !== undefined;
  return (
    <Stack gap="sm">
      {has_password && <PasswordForm {...props} needsCode={needs_code} />}
      {!has_password && has_code && <CodeForm {...props} />}
      {hasSso && <SsoProof name={sso.name} isMain={!hasForm} beside={beside} onProved={onProved} />}
      {hasPasskey && <PasskeyProof onProved={onProved} />}
      {!hasForm && !hasSso && !hasPasskey && <Text size="sm">{NO_WAY}</Text>}
      {!hasForm && beside && <Group justify="flex-end">{beside}</Group>}
    </Stack>
  );
}

const NO_WAY =
  'There is nothing here to confirm with. Please sign out and in again: for 15 minutes after that nothing has to be confirmed.';

function PasswordForm({
  confirm = 'Confirm',
  beside,
  onProved,
  needsCode,
}: ProofFormProps & { needsCode: boolean }) {
  const editing = useEditing({
    start: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: password === '' && CURRENT_PASSWORD_MISSING,
      code: needsCode && code.trim() === '' && CODE_MISSING,
    }),
    send: ({ password, code }) => sendProof(needsCode ? { password, code } : { password }),
    // What is wrong stands at its field.
    failed: (error) => (wrongFields(error).length > 0 ? null : error.message),
    onDone: onProved,
    logText: 'the sign-in could not be proved',
  });
  return (
    <form noValidate onSubmit={editing.submit}>
      <Stack gap="sm">
        {/* So that password managers know whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={storedProfile().username} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          {...editing.form.getInputProps('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        />
        {needsCode && (
          <TextInput
            label="Code"
            description="Of your authenticator app, or one of your recovery codes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
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
