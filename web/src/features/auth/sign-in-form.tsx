import type { TwoFactorChallenge } from '@ledgerline/contract/auth/two-factor/endpoints';
import { Alert, Anchor, Button, PasswordInput, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle, IconBuilding, IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { api } from '../../lib/api.ts';
import { START_SSO } from '../../lib/light-endpoints.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { storeOrigin, wasSignedOut } from '../../lib/sso-return.ts';
import { useSignIn } from './use-sign-in.ts';

// Lazy, because most sign-ins don't need it.
const TwoFactorStep = lazy(async () => ({ default: (await import('./two-factor-step.tsx')).TwoFactorStep }));

interface SignInFormProps {
  /** `mustSetUp`: two-factor authentication must be set up first. */
  onSignedIn: (mustSetUp: boolean) => void;
  /** Page to return to after signing in at the identity provider. */
  origin: string | undefined;
  /** Error from a sign-in attempt on another page. */
  failure: string | null;
}

/** Sign-in by username and password, passkey or identity provider. Only the identity provider if passwords are off. */
export function SignInForm(props: SignInFormProps) {
  const { sso } = usePublicSettings();
  const [isEmergency, setEmergency] = useState(false);
  if (!sso?.only || isEmergency) return <PasswordForm {...props} />;
  return <SsoOnly {...props} name={sso.name} onEmergency={() => setEmergency(true)} />;
}

function PasswordForm({ onSignedIn, origin, failure }: SignInFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const { signIn, isSigningIn, error, setError } = useSignIn(failure);
  const { sso } = usePublicSettings();
  const [step, setStep] = useState<TwoFactorChallenge | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setWasSubmitted(true);
    if (!username.trim()) return usernameInput.current?.focus();
    if (!password) return passwordInput.current?.focus();
    const outcome = await signIn({ username: username.trim(), password });
    if (outcome.kind === 'step') setStep(outcome.step);
    else if (outcome.kind === 'signed_in') onSignedIn(outcome.mustSetUp);
    else passwordInput.current?.select();
  }
  function watchCapsLock(event: KeyboardEvent) {
    setCapsLock(event.getModifierState('CapsLock'));
  }
  function back(reason?: string) {
    setStep(null);
    setPassword('');
    setWasSubmitted(false);
    setError(reason ?? null);
  }
  if (step)
    return (
      <Suspense fallback={<Skeleton height={160} role="status" aria-label="Loading" />}>
        <TwoFactorStep step={step} onSignedIn={onSignedIn} onBack={back} />
      </Suspense>
    );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <SignInError error={error} />
        <TextInput
          ref={usernameInput}
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={wasSubmitted && !username.trim() ? 'Username is required' : null}
        />
        <PasswordInput
          ref={passwordInput}
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
          description={capsLock ? 'Caps Lock is on' : null}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={wasSubmitted && !password ? 'Password is required' : null}
        />
        <Button type="submit" fullWidth mt={4} loading={isSigningIn}>
          Sign in
        </Button>
        {!sso?.only && <PasskeyButton onSignedIn={onSignedIn} onFailed={setError} />}
        {sso && <SsoButton name={sso.name} isMain={false} origin={origin} onFailed={setError} />}
      </Stack>
    </form>
  );
}

function SignInError({ error }: { error: string | null }) {
  if (!error) return null;
  return (
    <Alert color="red" variant="light" role="alert" p="xs" icon={<IconAlertCircle size={18} aria-hidden />}>
      {error}
    </Alert>
  );
}

interface PasskeyButtonProps {
  onSignedIn: (mustSetUp: boolean) => void;
  /** Reports the message of a failed attempt; null when a new attempt starts. */
  onFailed: (reason: string | null) => void;
}

/** Signs in with a passkey, without username and password. Hidden if the browser does not support passkeys. */
function PasskeyButton({ onSignedIn, onFailed }: PasskeyButtonProps) {
  const [isPrompting, setPrompting] = useState(false);
  if (!canUsePasskeys()) return null;
  async function promptPasskey() {
    setPrompting(true);
    onFailed(null);
    try {
      const { passkeySignIn } = await import('./passkey-sign-in.ts');
      onSignedIn(await passkeySignIn());
    } catch (error) {
      onFailed(error instanceof Error ? error.message : 'Login failed.');
    }
    setPrompting(false);
  }
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconFingerprint size={18} aria-hidden />}
      loading={isPrompting}
      onClick={() => void promptPasskey()}
    >
      Sign in with a Passkey
    </Button>
  );
}

interface SsoOnlyProps {
  /** Name of the identity provider. */
  name: string;
  origin: string | undefined;
  failure: string | null;
  /** Emergency access: the provider is unavailable and the administrator issued a password. */
  onEmergency: () => void;
}

/** The sign-in page when passwords are off. */
function SsoOnly({ name, origin, failure, onEmergency }: SsoOnlyProps) {
  const [message, setMessage] = useState(failure);
  return (
    <Stack gap="sm">
      <FailureNote message={message} />
      <SsoButton name={name} isMain origin={origin} onFailed={setMessage} />
      <Anchor component="button" type="button" size="sm" c="dimmed" onClick={onEmergency}>
        Sign in with an emergency password
      </Anchor>
    </Stack>
  );
}

interface SsoButtonProps {
  /** Name of the identity provider. */
  name: string;
  /** The only sign-in method. */
  isMain: boolean;
  /** Page to return to after sign-in. */
  origin: string | undefined;
  /** Reports the message of a failed attempt; null when a new attempt starts. */
  onFailed: (reason: string | null) => void;
}

/** Redirects to the identity provider, which returns the browser to `SsoReturnPage`. */
function SsoButton({ name, isMain, origin, onFailed }: SsoButtonProps) {
  const [isLeaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    onFailed(null);
    try {
      const { url } = await api(START_SSO, { body: { is_fresh: wasSignedOut() } });
      storeOrigin(origin);
      // Stays busy until the browser leaves this page.
      window.location.assign(url);
    } catch (error) {
      onFailed(error instanceof Error ? error.message : 'Login failed.');
      setLeaving(false);
    }
  }
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      fullWidth
      leftSection={<IconBuilding size={18} aria-hidden />}
      loading={isLeaving}
      onClick={() => void leave()}
    >
      Sign in with {name}
    </Button>
  );
}
