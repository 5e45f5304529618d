import { useCallback, useEffect, useState } from 'react';
import { ClosedPage } from '../closed-page.tsx';
import { FailedPage } from '../failed-page.tsx';
import { LoadingPage } from '../loading-page.tsx';
import { type Failure, failureOf, isExpired } from '../session/link-error.ts';
import { PREVIEW_MARK, storeSessionToken } from '../session/return-path.ts';
import { useMessages } from '../texts/language.tsx';
import { type OpenedSession, openSession, readSession } from './open-session.ts';
import { PasscodePage } from './passcode-page.tsx';
import { SessionOverview } from './session-overview.tsx';
import { useReturn } from './use-return.ts';

/** /secure/{token}: every form of a client's session, what is left to do and what is due. */
export function SecurePage({ token }: { token: string }) {
  const { suggestLanguage } = useMessages();
  const [isPreview] = useState(() => window.location.hash === PREVIEW_MARK);
  const [opened, setOpened] = useState<OpenedSession | 'loading' | Failure>('loading');
  const [stale, setStale] = useState<Failure | null>(null);
  const show = useCallback(
    (session: OpenedSession) => {
      const language = session.state === 'ready' ? session.page.language : session.language;
      if (language) suggestLanguage(language);
      setOpened(session);
      setStale(null);
    },
    [suggestLanguage],
  );
  const open = useCallback(() => {
    setOpened('loading');
    openSession(token, isPreview)
      .then(show)
      .catch((error: unknown) => {
        console.warn('the session could not be loaded', error);
        setOpened(failureOf(error));
      });
  }, [token, isPreview, show]);
  useEffect(open, [open]);

  const readAgain = async () => {
    const before = typeof opened !== 'string' && opened.state === 'ready' ? opened.page : null;
    // An agent may have extended an expired link; other reasons are permanent.
    if (before === null && !isExpired(opened)) return;
    try {
      const session = before ? await readSession(before) : null;
      // The new state of a link that no longer works is only known after a refetch.
      show(session && session.state !== 'closed' ? session : await openSession(token, isPreview));
    } catch (error) {
      console.warn('the session could not be refetched', error);
      if (before) setStale(failureOf(error));
    }
  };
  useReturn(readAgain, () => storeSessionToken(token, isPreview));

  if (opened === 'loading') return <LoadingPage />;
  if (opened === 'failed' || opened === 'away')
    return <FailedPage failure={opened} title="sessionFailedTitle" onRetry={open} />;
  if (opened.state === 'closed')
    return <ClosedPage reason={opened.reason} agent={opened.agent_name} isSession />;
  if (opened.state === 'passcode') {
    const submit = async (passcode: string) => {
      const session = await readSession(opened, passcode);
      if (session.state !== 'passcode') show(session);
      return session.state !== 'passcode';
    };
    return <PasscodePage {...opened} onSubmit={submit} />;
  }
  return <SessionOverview page={opened.page} isPreview={isPreview} stale={stale} />;
}
