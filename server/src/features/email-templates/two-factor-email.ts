import { part } from './email-layout.ts';

/** What happened to how an agent signs in. */
export type FactorNews = StepNews | SsoNews;

/** To his second steps. */
type StepNews =
  | { what: 'app_added' | 'app_removed' | 'recovery_codes_made' }
  | { what: 'passkey_added' | 'passkey_removed'; name: string }
  | { what: 'recovery_code_used'; left: number }
  | { what: 'removed_by'; name: string };

/** To his account at the identity provider. */
type SsoNews =
  | { what: 'sso_connected'; name: string; email: string }
  | { what: 'sso_disconnected'; name: string };

interface Told {
  brokerage: string;
  username: string;
  news: FactorNews;
  /** The identity provider, where nobody signs in with a password; null where passwords sign in. */
  onlyWith: string | null;
}

/** The mail that tells an agent of it, and what to do if it was not he. */
export function factorMail({ brokerage, username, news, onlyWith }: Told): {
  subject: string;
  text: string;
  html: string;
} {
  const lines = isOfSso(news)
    ? [ssoSentenceOf(news), ssoEndOf(news)]
    : [stepSentenceOf(news, onlyWith), stepEndOf(onlyWith)];
  lines[0] += ` This concerns the sign-in ${username}.`;
  return {
    subject: `${brokerage}: ${isOfSso(news) ? 'how you sign in' : 'your second step at sign-in'} has changed`,
    text: lines.join('\n\n'),
    html: lines.map(part.text).join(''),
  };
}

const isOfSso = (news: FactorNews): news is SsoNews =>
  news.what === 'sso_connected' || news.what === 'sso_disconnected';

function ssoSentenceOf(news: SsoNews): string {
  return news.what === 'sso_connected'
    ? `Your account signs in with ${news.name} from now on, with the account of ${news.email} there.`
    : `${news.name} disconnected your account from the one with which you sign in by single sign-on. The next time you sign in with it, it is connected anew.`;
}

/** A new password would leave the connection as it is. */
function ssoEndOf(news: SsoNews): string {
  return news.what === 'sso_connected'
    ? `If you did not expect this, ask an owner of the brokerage to press Disconnect on your page, which ends every sign-in, and whoever looks after ${news.name} to find out who uses that account: with it somebody could be connected again.`
    : 'If you did not expect this, ask an owner of the brokerage why it was done.';
}

function stepSentenceOf(news: StepNews, onlyWith: string | null): string {
  switch (news.what) {
    case 'app_added':
      return 'An authenticator app was set up as your second step.';
    case 'app_removed':
      return 'Your authenticator app was removed.';
    case 'passkey_added':
      return `The passkey “${news.name}” was added.`;
    case 'passkey_removed':
      return `The passkey “${news.name}” was removed.`;
    case 'recovery_codes_made':
      return 'New recovery codes were made; those of before work no more.';
    case 'recovery_code_used':
      return `A recovery code was used; ${news.left === 1 ? '1 is' : `${news.left} are`} left.`;
    case 'removed_by':
      return `${news.name} removed all your second steps: ${onlyWith === null ? 'your password' : `signing in with ${onlyWith}`} is enough until you set up new ones.`;
  }
}

const stepEndOf = (onlyWith: string | null): string =>
  onlyWith === null
    ? 'If you did not expect this, ask an owner of the brokerage to set a new password for you, which ends every sign-in, and set up your second steps anew.'
    : `If you did not expect this, change your password for ${onlyWith}, ask an owner of the brokerage to press Disconnect on your page, which ends every sign-in, and set up your second steps anew.`;
