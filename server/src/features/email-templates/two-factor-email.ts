import { part } from './email-layout.ts';

/** What happened to how an agent signs in. */
export type TwoFactorChange = MethodChange | SsoChange;

/** To his second steps. */
type MethodChange =
  | { what: 'app_added' | 'app_removed' | 'recovery_codes_made' }
  | { what: 'passkey_added' | 'passkey_removed'; name: string }
  | { what: 'recovery_code_used'; left: number }
  | { what: 'removed_by'; name: string };

/** To his account at the identity provider. */
type SsoChange =
  | { what: 'sso_connected'; name: string; email: string }
  | { what: 'sso_disconnected'; name: string };

interface EmailInput {
  brokerage: string;
  username: string;
  change: TwoFactorChange;
  /** The identity provider, where nobody signs in with a password; null where passwords sign in. */
  onlyWith: string | null;
}

/** The mail that tells an agent of it, and what to do if it was not he. */
export function twoFactorEmail({ brokerage, username, change, onlyWith }: EmailInput): {
  subject: string;
  text: string;
  html: string;
} {
  const lines = isOfSso(change)
    ? [ssoSentenceOf(change), ssoEndOf(change)]
    : [stepSentenceOf(change, onlyWith), stepEndOf(onlyWith)];
  lines[0] += ` This concerns the sign-in ${username}.`;
  return {
    subject: `${brokerage}: ${isOfSso(change) ? 'how you sign in' : 'your second step at sign-in'} has changed`,
    text: lines.join('\n\n'),
    html: lines.map(part.text).join(''),
  };
}

const isOfSso = (change: TwoFactorChange): change is SsoChange =>
  change.what === 'sso_connected' || change.what === 'sso_disconnected';

function ssoSentenceOf(change: SsoChange): string {
  return change.what === 'sso_connected'
    ? `Your account signs in with ${change.name} from now on, with the account of ${change.email} there.`
    : `${change.name} disconnected your account from the one with which you sign in by single sign-on. The next time you sign in with it, it is connected anew.`;
}

/** A new password would leave the connection as it is. */
function ssoEndOf(change: SsoChange): string {
  return change.what === 'sso_connected'
    ? `If you did not expect this, ask an owner of the brokerage to press Disconnect on your page, which ends every sign-in, and whoever looks after ${change.name} to find out who uses that account: with it somebody could be connected again.`
    : 'If you did not expect this, ask an owner of the brokerage why it was done.';
}

function stepSentenceOf(change: MethodChange, onlyWith: string | null): string {
  switch (change.what) {
    case 'app_added':
      return 'An authenticator app was set up as your second step.';
    case 'app_removed':
      return 'Your authenticator app was removed.';
    case 'passkey_added':
      return `The passkey “${change.name}” was added.`;
    case 'passkey_removed':
      return `The passkey “${change.name}” was removed.`;
    case 'recovery_codes_made':
      return 'New recovery codes were made; those of before work no more.';
    case 'recovery_code_used':
      return `A recovery code was used; ${change.left === 1 ? '1 is' : `${change.left} are`} left.`;
    case 'removed_by':
      return `${change.name} removed all your second steps: ${onlyWith === null ? 'your password' : `signing in with ${onlyWith}`} is enough until you set up new ones.`;
  }
}

const stepEndOf = (onlyWith: string | null): string =>
  onlyWith === null
    ? 'If you did not expect this, ask an owner of the brokerage to set a new password for you, which ends every sign-in, and set up your second steps anew.'
    : `If you did not expect this, change your password for ${onlyWith}, ask an owner of the brokerage to press Disconnect on your page, which ends every sign-in, and set up your second steps anew.`;
