import { part } from './mail-page.ts';

/** What happened to the second steps of an agent's sign-in. */
export type FactorNews =
  | { what: 'app_added' | 'app_removed' | 'recovery_codes_made' }
  | { what: 'passkey_added' | 'passkey_removed'; name: string }
  | { what: 'recovery_code_used'; left: number }
  | { what: 'removed_by'; name: string }
  | { what: 'sso_connected'; name: string; email: string }
  | { what: 'sso_disconnected'; name: string };

/** The mail that tells an agent of it, and what to do if it was not he. */
export function factorMail(told: { brokerage: string; username: string; news: FactorNews }): {
  subject: string;
  text: string;
  html: string;
} {
  const { brokerage, username, news } = told;
  const lines = [
    `${sentenceOf(news)} This concerns the sign-in ${username}.`,
    'If you did not expect this, ask an owner of the brokerage to set a new password for you, which ends every sign-in, and set up your second steps anew.',
  ];
  return {
    subject: `${brokerage}: ${isOfSso(news) ? 'how you sign in' : 'your second step at sign-in'} has changed`,
    text: lines.join('\n\n'),
    html: lines.map(part.text).join(''),
  };
}

const isOfSso = ({ what }: FactorNews) => what === 'sso_connected' || what === 'sso_disconnected';

function sentenceOf(news: FactorNews): string {
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
    case 'sso_connected':
      return `Your account signs in with ${news.name} from now on, with the account of ${news.email} there.`;
    case 'sso_disconnected':
      return `${news.name} disconnected your account from the one with which you sign in by single sign-on. The next time you sign in with it, it is connected anew.`;
    case 'removed_by':
      return `${news.name} removed all your second steps: your password is enough until you set up new ones.`;
  }
}
