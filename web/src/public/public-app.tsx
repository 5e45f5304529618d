import { lazy, Suspense } from 'react';
import { BrandProvider } from './brand.tsx';
import { FormPage } from './form-page.tsx';
import { LoadingPage } from './loading-page.tsx';
import { MessagePage } from './message-page.tsx';
import { SecurePage } from './secure/secure-page.tsx';
import { publicAddress } from './session/address.ts';
import { useAddress } from './session/visit.ts';
import { SignPage } from './sign/sign-page.tsx';
import { ReturnPage } from './signed/return-page.tsx';
import { SignedPage } from './signed/signed-page.tsx';
import { LanguageProvider } from './texts/language.tsx';

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
