import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { canUsePasskeys } from '../../lib/passkeys.ts';

interface PasskeyButtonProps {
  onSignedIn: (mustSetUp: boolean) => void;
  /** Reports the message of a failed attempt; null when a new attempt starts. */
  onFailed: (reason: string | null) => void;
}

/** Signs in with a passkey, without username and password. Hidden if the browser does not support passkeys. */
export function PasskeyButton({ onSignedIn, onFailed }: PasskeyButtonProps) {
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
      Sign in with a passkey
    </Button>
  );
}
