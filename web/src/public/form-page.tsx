import { useCallback, useEffect, useState } from 'react';
import { ClosedPage } from './closed-page.tsx';
import { FailedPage } from './failed-page.tsx';
import { SecureForm } from './form/secure-form.tsx';
import { TemporaryForm } from './form/temporary-form.tsx';
import { LoadingPage } from './loading-page.tsx';
import { type OpenedForm, openForm } from './open-form.ts';
import { useReturn } from './secure/use-return.ts';
import { type Failure, failureOf } from './session/failure.ts';
import { keepFormToken } from './session/form-token.ts';
import { SignPage } from './sign/sign-page.tsx';
import { useWords } from './texts/language.tsx';

interface FormPageProps {
  formLinkId: string;
  token: string | null;
}

/** /forms/{formLinkId} and /forms/{formLinkId}/{token}: finds out what the address stands for and shows it. */
export function FormPage({ formLinkId, token }: FormPageProps) {
  const { suggestLanguage } = useWords();
  const [opened, setOpened] = useState<OpenedForm | 'loading' | Failure>('loading');
  const open = useCallback(async () => {
    setOpened('loading');
    try {
      const form = await openForm(formLinkId, token);
      const language = form.state === 'secure' ? form.start.language : languageOfClosed(form);
      if (language) suggestLanguage(language);
      setOpened(form);
    } catch (error) {
      console.warn('the form could not be loaded', error);
      setOpened(failureOf(error));
    }
  }, [formLinkId, token, suggestLanguage]);
  useEffect(() => {
    void open();
  }, [open]);

  useOwnToken(formLinkId, token);
  // An agent may have given more time meanwhile.
  useReturn(() => {
    if (!isExpired(opened)) return;
    openForm(formLinkId, token)
      .then((form) => !isExpired(form) && setOpened(form))
      .catch((error: unknown) => console.warn('the form could not be asked for again', error));
  });

  if (opened === 'loading') return <LoadingPage />;
  if (opened === 'failed' || opened === 'away') return <FailedPage failure={opened} onRetry={open} />;
  if (opened.state === 'closed') return <ClosedPage reason={opened.reason} agent={opened.agent_name} />;
  if (opened.state === 'sign') return <SignPage formLinkId={formLinkId} token={token} />;
  if (opened.state === 'secure') return <SecureForm {...opened} onLinkLost={open} />;
  return <TemporaryForm {...opened} onRestart={open} />;
}

function isExpired(opened: OpenedForm | 'loading' | Failure): boolean {
  return typeof opened !== 'string' && opened.state === 'closed' && opened.reason === 'expired';
}

function languageOfClosed(form: OpenedForm) {
  return form.state === 'closed' ? form.language : null;
}

/** Out of the browser's memory a page comes back as it was; this tab may have opened another link meanwhile. */
function useOwnToken(formLinkId: string, token: string | null): void {
  useEffect(() => {
    const restored = (event: PageTransitionEvent) => {
      if (event.persisted && token !== null) keepFormToken(formLinkId, token);
    };
    window.addEventListener('pageshow', restored);
    return () => window.removeEventListener('pageshow', restored);
  }, [formLinkId, token]);
}
