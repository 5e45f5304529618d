import { useCallback, useEffect, useRef, useState } from 'react';
import { ClosedPage } from '../closed-page.tsx';
import { warmUpViewer } from '../document-pages.tsx';
import { FailedPage } from '../failed-page.tsx';
import { LoadingPage } from '../loading-page.tsx';
import { MessagePage } from '../message-page.tsx';
import { ReturnLink } from '../return-path.tsx';
import { PasscodePage } from '../secure/passcode-page.tsx';
import { submitPasscode } from '../secure/submit-passcode.ts';
import { useReturn } from '../secure/use-return.ts';
import { type ClosedReason, type Failure, failureOf, isExpired } from '../session/link-error.ts';
import { visit } from '../session/visit.ts';
import { SignedCopy } from '../signed/signed-copy.tsx';
import { useMessages } from '../texts/language.tsx';
import type { TextKey } from '../texts/text-key.ts';
import { type OpenedSigning, openSigningLink } from './open-signing-link.ts';
import { WhoSigns } from './who-signs.tsx';

/** Documents are signed where forms are filled in. */
const CLOSED_MESSAGES: Partial<Record<ClosedReason, { title: TextKey; text: TextKey }>> = {
  completed: { title: 'signDoneTitle', text: 'signDoneText' },
  voided: { title: 'signVoidedTitle', text: 'voidedText' },
};

/** /sign/{formLinkId} and /sign/{formLinkId}/{token}: finds out who signs next and navigates there. */
export function SignPage({ formLinkId, token }: { formLinkId: string; token: string | null }) {
  const { text, suggestLanguage } = useMessages();
  const [opened, setOpened] = useState<OpenedSigning | 'loading' | Failure>('loading');
  const isGone = useRef(false);
  const load = useCallback(
    async (isPasscodeSubmitted: boolean) => {
      setOpened((before) => (isExpired(before) ? before : 'loading'));
      try {
        const signing = await openSigningLink(formLinkId, token);
        if (isGone.current) return;
        if (signing.language) suggestLanguage(signing.language);
        if (signing.state === 'go') visit(signing.url, { replace: true });
        else
          setOpened(
            signing.state === 'passcode' ? { ...signing, isNotStored: isPasscodeSubmitted } : signing,
          );
      } catch (error) {
        console.warn('the document could not be opened', error);
        if (isGone.current) return;
        setOpened((before) => (isExpired(before) ? before : failureOf(error)));
      }
    },
    [formLinkId, token, suggestLanguage],
  );
  const open = useCallback(() => load(false), [load]);
  useEffect(() => {
    isGone.current = false;
    // The viewer is needed next, for the document.
    if (token !== null) warmUpViewer();
    void open();
    return () => {
      isGone.current = true;
    };
  }, [open, token]);

  // An agent may have extended the link meanwhile.
  useReturn(() => (isExpired(opened) ? open() : undefined));

  if (opened === 'failed' || opened === 'away') return <FailedPage failure={opened} onRetry={open} />;
  if (opened === 'loading' || opened.state === 'go') return <LoadingPage />;
  if (opened.state === 'closed')
    return (
      <ClosedPage reason={opened.reason} agent={opened.agent_name} messages={CLOSED_MESSAGES[opened.reason]}>
        {opened.reason === 'completed' && <SignedCopy formLinkId={formLinkId} />}
      </ClosedPage>
    );
  if (opened.state === 'passcode') {
    const submit = async (passcode: string) => {
      const isRight = await submitPasscode(token ?? '', passcode);
      if (isRight) await load(true);
      return isRight;
    };
    return <PasscodePage {...opened} onSubmit={submit} />;
  }
  if (opened.state === 'who')
    return (
      <WhoSigns
        formLinkId={formLinkId}
        title={opened.title}
        onClosed={(reason) => setOpened({ state: 'closed', reason, agent_name: null })}
      />
    );
  return (
    <MessagePage title="signWaitTitle" text="signWaitText" isGood mark="clock">
      <button type="button" className="button primary" onClick={() => void open()}>
        {text('checkAgain')}
      </button>
      <ReturnLink />
    </MessagePage>
  );
}
