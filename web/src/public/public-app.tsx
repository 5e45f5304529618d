import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { BrandProvider } from './brand.tsx';
import { ClosedPage } from './closed-page.tsx';
import { FailedPage } from './failed-page.tsx';
import { SecureForm } from './form/secure-form.tsx';
import { TemporaryForm } from './form/temporary-form.tsx';
import { LoadingPage } from './loading-page.tsx';
import { MessagePage } from './message-page.tsx';
import { type OpenedForm, openForm } from './open-form.ts';
import { PasscodePage } from './secure/passcode-page.tsx';
import { SecurePage } from './secure/secure-page.tsx';
import { submitPasscode } from './secure/submit-passcode.ts';
import { useReturn } from './secure/use-return.ts';
import { publicAddress } from './session/address.ts';
import { storeFormToken } from './session/form-token.ts';
import { type Failure, failureOf, isExpired } from './session/link-error.ts';
import { useAddress } from './session/visit.ts';
import { SignPage } from './sign/sign-page.tsx';
import { ReturnPage } from './signed/return-page.tsx';
import { SignedPage } from './signed/signed-page.tsx';
import { LanguageProvider, useMessages } from './texts/language.tsx';

const SigningPage = lazy(() =>
  import('./signing/signing-page.tsx').then(({ SigningPage: Page }) => ({ default: Page })),
);

const PayPage = lazy(() => import('./pay/pay-page.tsx').then(({ PayPage: Page }) => ({ default: Page })));

/** All pages that clients use without signing in, independent of the agents' portal. */
export function PublicApp() {
  const address = useAddress();
  return (
    <LanguageProvider>
      <BrandProvider>
        <Suspense fallback={<LoadingPage />}>
          <PublicPage key={address} />
        </Suspense>
      </BrandProvider>
    </LanguageProvider>
  );
}

function PublicPage() {
  const address = publicAddress(window.location);
  switch (address.page) {
    case 'form':
      return <FormPage formLinkId={address.formLinkId} token={address.token} />;
    case 'secure':
      return <SecurePage token={address.token} />;
    case 'sign':
      return <SignPage formLinkId={address.formLinkId} token={address.token} />;
    case 'signing':
      return <SigningPage ticket={address.ticket} />;
    case 'signed':
      return address.mark === null ? (
        <SignedPage {...address} />
      ) : (
        <ReturnPage {...address} mark={address.mark} />
      );
    case 'pay':
      return <PayPage token={address.token} />;
    default:
      return <MessagePage title="notFoundTitle" text="notFoundText" />;
  }
}

const DocumentsPage = lazy(() =>
  import('./documents/documents-page.tsx').then(({ DocumentsPage: Page }) => ({ default: Page })),
);

/** /forms/{formLinkId} and /forms/{formLinkId}/{token}: resolves the address and shows the form. */
function FormPage({ formLinkId, token }: { formLinkId: string; token: string | null }) {
  const { suggestLanguage } = useMessages();
  const [opened, setOpened] = useState<OpenedForm | 'loading' | Failure>('loading');
  const load = useCallback(
    async (isPasscodeSubmitted: boolean) => {
      setOpened('loading');
      try {
        const form = await openForm(formLinkId, token);
        const language = languageOf(form);
        if (language) suggestLanguage(language);
        setOpened(form.state === 'passcode' ? { ...form, isNotStored: isPasscodeSubmitted } : form);
      } catch (error) {
        console.warn('the form could not be loaded', error);
        setOpened(failureOf(error));
      }
    },
    [formLinkId, token, suggestLanguage],
  );
  const open = useCallback(() => load(false), [load]);
  useEffect(() => {
    void open();
  }, [open]);

  const reopen = async () => {
    // An agent may have extended the link meanwhile.
    if (!isExpired(opened)) return;
    try {
      const form = await openForm(formLinkId, token);
      if (!isExpired(form)) setOpened(form);
    } catch (error) {
      console.warn('the form could not be refetched', error);
    }
  };
  useReturn(reopen, () => token !== null && storeFormToken(formLinkId, token));

  if (opened === 'loading') return <LoadingPage />;
  if (opened === 'failed' || opened === 'away') return <FailedPage failure={opened} onRetry={open} />;
  if (opened.state === 'closed') return <ClosedPage reason={opened.reason} agent={opened.agent_name} />;
  if (opened.state === 'passcode') {
    const submit = async (passcode: string) => {
      const isRight = await submitPasscode(token ?? '', passcode);
      if (isRight) await load(true);
      return isRight;
    };
    return <PasscodePage {...opened} onSubmit={submit} />;
  }
  if (opened.state === 'sign') return <SignPage formLinkId={formLinkId} token={token} />;
  if (opened.state === 'documents')
    return (
      <Suspense fallback={<LoadingPage />}>
        <DocumentsPage {...opened} onLinkLost={open} />
      </Suspense>
    );
  if (opened.state === 'secure') return <SecureForm {...opened} onLinkLost={open} />;
  return <TemporaryForm {...opened} onRestart={open} />;
}

function languageOf(form: OpenedForm) {
  if (form.state === 'secure') return form.start.language;
  if (form.state === 'documents') return form.request.language;
  return form.state === 'closed' || form.state === 'passcode' ? form.language : null;
}
