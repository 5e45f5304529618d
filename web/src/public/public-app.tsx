import { BrandProvider } from './brand.tsx';
import { FormPage } from './form-page.tsx';
import { MessagePage } from './message-page.tsx';
import { publicAddress } from './session/address.ts';
import { LanguageProvider } from './texts/language.tsx';

/** Everything a client meets without signing in; it knows nothing of the agents' portal. */
export function PublicApp() {
  return (
    <LanguageProvider>
      <BrandProvider>
        <PublicPage />
      </BrandProvider>
    </LanguageProvider>
  );
}

function PublicPage() {
  const address = publicAddress(window.location);
  switch (address.page) {
    case 'form':
      return <FormPage formLinkId={address.formLinkId} token={address.token} />;
    case 'signed':
      return address.isSigned ? (
        <MessagePage title="signedTitle" text="signedText" isGood />
      ) : (
        <MessagePage title="notSignedTitle" text="notSignedText" />
      );
    case 'sign':
      return <MessagePage title="signTitle" text="signText" />;
    case 'secure':
      return <MessagePage title="secureTitle" text="secureText" />;
    case 'pay':
      return <MessagePage title="payTitle" text="payText" />;
    default:
      return <MessagePage title="notFoundTitle" text="notFoundText" />;
  }
}
