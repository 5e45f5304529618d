import { part } from './mail-page.ts';

/** What happened to the second steps of an agent's sign-in. */
export type FactorNews =
  | { what: 'app_added' | 'app_removed' | 'recovery_codes_made' }
  | { what: 'passkey_added' | 'passkey_removed'; name: string }
  | { what: 'recovery_code_used'; left: number }
  | { what: 'removed_by'; name: string };

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
    subject: `${brokerage}: your second step at sign-in has changed`,
    text: lines.join('\n\n'),
    html: lines.map(part.text).join(''),
  };
}

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
    case 'removed_by':
      return `${news.name} removed all your second steps: your password is enough until you set up new ones.`;
  }
}
