import type { TwoFactorChallenge } from '@ledgerline/contract/auth/two-factor/endpoints';
import { verifyTwoFactor } from '@ledgerline/contract/auth/two-factor/endpoints';
import { Anchor, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { api } from '../../lib/api.ts';
import { hasErrorCode } from '../../lib/api-error.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { storeSignIn } from '../../lib/sign-in.ts';
import { getPasskeyResponse } from './passkey-sign-in.ts';

interface TwoFactorStepProps {
  step: TwoFactorChallenge;
  /** `mustSetUp`: two-factor authentication must be set up first. */
  onSignedIn: (mustSetUp: boolean) => void;
  /** Returns to username and password, with a message if two-factor authentication timed out. */
  onBack: (reason?: string) => void;
}

type TwoFactorResponse = { code: string } | 'passkey';

/** Two-factor authentication on the sign-in screen: a code, a passkey or a recovery code (decision 057). */
export function TwoFactorStep({ step, onSignedIn, onBack }: TwoFactorStepProps) {
  const hasPasskey = step.has_passkey && canUsePasskeys();
  const [isRecovery, setRecovery] = useState(!step.has_app && !hasPasskey);
  const [code, setCode] = useState('');
  const [isRemembered, setRemembered] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const verification = useMutation({
    mutationFn: (response: TwoFactorResponse) => verify(step.ticket, response, isRemembered),
    onSuccess: ({ token, admin, has_to_set_up_factor }) => {
      storeSignIn(token, admin);
      onSignedIn(has_to_set_up_factor === true);
    },
    onError: (error) => {
      if (hasErrorCode(error, 'second_step_expired')) onBack(error.message);
      else input.current?.select();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() === '') return input.current?.focus();
    verification.mutate({ code });
  }
  function swap() {
    setRecovery(!isRecovery);
    setCode('');
    verification.reset();
    input.current?.focus();
  }
  const showsCode = isRecovery || step.has_app;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">{introOf(step, { hasPasskey, isRecovery })}</Text>
        <FailureNote message={verification.error?.message} />
        {showsCode && (
          <TextInput
            key={isRecovery ? 'recovery' : 'app'}
            ref={input}
            label={isRecovery ? 'Recovery code' : 'Code'}
            name="code"
            autoFocus
            autoComplete="one-time-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize={isRecovery ? 'characters' : 'none'}
            spellCheck={false}
            placeholder={isRecovery ? 'XXXX-XXXX-XXXX-XXXX' : undefined}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        {step.can_remember && (
          <Checkbox
            label="Remember this device for 30 days"
            description="Only on a device that no one else uses."
            checked={isRemembered}
            onChange={(event) => setRemembered(event.currentTarget.checked)}
          />
        )}
        {showsCode && (
          <Button
            type="submit"
            fullWidth
            loading={verification.isPending && verification.variables !== 'passkey'}
          >
            Confirm
          </Button>
        )}
        {hasPasskey && !isRecovery && (
          <Button
            variant={showsCode ? 'default' : 'filled'}
            fullWidth
            autoFocus={!showsCode}
            leftSection={<IconFingerprint size={18} aria-hidden />}
            loading={verification.isPending && verification.variables === 'passkey'}
            onClick={() => verification.mutate('passkey')}
          >
            Use a Passkey
          </Button>
        )}
        {(step.has_app || hasPasskey) && (
          <Anchor component="button" type="button" size="sm" onClick={swap}>
            {isRecovery ? 'Use Another Way' : 'Use a Recovery Code'}
          </Anchor>
        )}
        <Anchor component="button" type="button" size="sm" c="dimmed" onClick={() => onBack()}>
          Use Another Account
        </Anchor>
      </Stack>
    </form>
  );
}

function introOf(
  step: TwoFactorChallenge,
  { hasPasskey, isRecovery }: { hasPasskey: boolean; isRecovery: boolean },
): string {
  if (!step.has_app && !hasPasskey)
    return 'Your passkeys don’t work at this address or in this browser. Enter one of your recovery codes.';
  if (isRecovery) return 'Enter one of your saved recovery codes. Each works once.';
  return step.has_app
    ? 'Enter the current code from your authenticator app.'
    : 'Confirm your sign-in with your passkey.';
}

async function verify(ticket: string, response: TwoFactorResponse, isRemembered: boolean) {
  const body = { ticket, ...(isRemembered ? { remember_device: true } : {}) };
  if (response !== 'passkey') return api(verifyTwoFactor, { body: { ...body, code: response.code } });
  const passkey = await getPasskeyResponse(ticket);
  return api(verifyTwoFactor, { body: { ...body, passkey } });
}
