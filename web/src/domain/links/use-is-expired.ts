import { linkExpired } from '@ledgerline/contract/rules';
import { useEffect, useState } from 'react';

const CHECK_MS = 30_000;

/** Whether a link has expired, also while its page stays open; false until the link has loaded. */
export function useIsExpired(expiresAt: string | undefined): boolean {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), CHECK_MS);
    return () => clearInterval(timer);
  }, []);
  return expiresAt !== undefined && linkExpired({ access_token_expires_at: expiresAt, now: Date.now() });
}
