import type { SessionPage } from '@ledgerline/contract/public-forms/endpoints';
import { useEffect, useState } from 'react';
import { here } from '../../lib/external-url.ts';
import { poll } from '../poll.ts';
import { resumeSession, sessionPath } from '../session/return-path.ts';
import { readSession } from './open-session.ts';

const TRIES = 5;
const PAUSE_MS = 3000;

/** `unknown`: the session cannot be read, so nothing is claimed about it. */
export type SessionNow = SessionPage | 'loading' | 'unknown';

/**
 * The state of the session that led to this page; null if none did. While the session still asks for the payment that
 * this page has just received, its state is unknown, and is requested again.
 */
export function useSessionNow(): SessionNow | null {
  const [path] = useState(sessionPath);
  const [now, setNow] = useState<SessionNow>('loading');
  useEffect(() => {
    if (path === null) return;
    return poll({
      tries: TRIES,
      pauseMs: PAUSE_MS,
      request: loadSession,
      receive(page) {
        const isOutdated = page !== null && isThisPaymentDue(page);
        setNow(page === null || isOutdated ? 'unknown' : page);
        return isOutdated;
      },
    });
  }, [path]);
  return path === null ? null : now;
}

async function loadSession(): Promise<SessionPage | null> {
  if (!resumeSession()) return null;
  try {
    const session = await readSession({ agent_name: null, language: null });
    return session.state === 'ready' ? session.page : null;
  } catch (error) {
    console.warn('the session could not be loaded', error);
    return null;
  }
}

function isThisPaymentDue({ pay_url }: SessionPage): boolean {
  if (pay_url === null) return false;
  return new URL(here(pay_url), window.location.href).pathname === window.location.pathname;
}
