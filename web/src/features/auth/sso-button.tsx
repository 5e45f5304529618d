import { Button } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { START_SSO } from '../../lib/light-endpoints.ts';
import { storeOrigin, wasSignedOut } from '../../lib/sso-return.ts';

interface SsoButtonProps {
  /** Of the identity provider. */
  name: string;
  /** The only way in. */
  isMain: boolean;
  /** Where to go on afterwards. */
  origin: string | undefined;
  /** What to tell of an attempt that failed; null when one begins. */
  onFailed: (reason: string | null) => void;
}

/** Leads to the identity provider, which sends the browser back to `SsoReturnPage`. */
export function SsoButton({ name, isMain, origin, onFailed }: SsoButtonProps) {
  const [isLeaving, setLeaving] = useState(false);
  async function leave() {
    setLeaving(true);
    onFailed(null);
    try {
      const { url } = await api(START_SSO, { body: { is_fresh: wasSignedOut() } });
      storeOrigin(origin);
      // Stays busy until the other page has come.
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
