import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { START_SSO } from '../../lib/light-endpoints.ts';
import { storeOrigin, wasSignedOut } from '../../lib/sso-return.ts';

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
export function SsoButton({ name, isMain, origin, onFailed }: SsoButtonProps) {
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
