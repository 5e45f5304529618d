import { part } from './email-layout.ts';

/** A change to how an agent signs in. */
export type TwoFactorChange = MethodChange | SsoChange;

/** To their two-factor authentication. */
type MethodChange =
  | { what: 'app_added' | 'app_removed' | 'recovery_codes_made' }
  | { what: 'passkey_added' | 'passkey_removed'; name: string }
  | { what: 'recovery_code_used'; left: number }
  | { what: 'removed_by'; name: string };

/** To their account at the identity provider. */
type SsoChange =
  | { what: 'sso_connected'; name: string; email: string }
  | { what: 'sso_disconnected'; name: string };

interface EmailInput {
  brokerage: string;
  username: string;
  change: TwoFactorChange;
  /** The identity provider, where passwords are off; null where agents sign in with passwords. */
  onlyWith: string | null;
}

/** Notifies an agent of the change, and explains what to do if it was not theirs. */
export function twoFactorEmail({ brokerage, username, change, onlyWith }: EmailInput): {
  subject: string;
  text: string;
  html: string;
} {
  const lines = isOfSso(change)
    ? [ssoSentenceOf(change), ssoAdviceOf(change)]
    : [methodSentenceOf(change, onlyWith), methodAdviceOf(onlyWith)];
  lines[0] += ` Account: ${username}.`;
  return {
    subject: `${brokerage}: ${isOfSso(change) ? 'your single sign-on' : 'your two-factor authentication'} has changed`,
    text: lines.join('\n\n'),
    html: lines.map(part.text).join(''),
  };
}

const isOfSso = (change: TwoFactorChange): change is SsoChange =>
  change.what === 'sso_connected' || change.what === 'sso_disconnected';

function ssoSentenceOf(change: SsoChange): string {
  return change.what === 'sso_connected'
    ? `You can now sign in with ${change.name}, using the account ${change.email}.`
    : `${change.name} disconnected your account from single sign-on. It will be connected again the next time you sign in that way.`;
}

/** A new password would leave the connection in place. */
function ssoAdviceOf(change: SsoChange): string {
  return change.what === 'sso_connected'
    ? `If you did not expect this, ask an owner of the brokerage to press Disconnect on your page, which ends every sign-in, and ask the administrator of ${change.name} who uses that account: it could be used to connect again.`
    : 'If you did not expect this, ask an owner of the brokerage for the reason.';
}

function methodSentenceOf(change: MethodChange, onlyWith: string | null): string {
  switch (change.what) {
    case 'app_added':
      return 'An authenticator app was set up for your two-factor authentication.';
    case 'app_removed':
      return 'Your authenticator app was removed.';
    case 'passkey_added':
      return `The passkey “${change.name}” was added.`;
    case 'passkey_removed':
      return `The passkey “${change.name}” was removed.`;
    case 'recovery_codes_made':
      return 'New recovery codes were created; the old ones no longer work.';
    case 'recovery_code_used':
      return `A recovery code was used; ${change.left === 1 ? '1 is' : `${change.left} are`} left.`;
    case 'removed_by':
      return `${change.name} removed your two-factor authentication: ${onlyWith === null ? 'your password' : `signing in with ${onlyWith}`} is enough until you set it up again.`;
  }
}

const methodAdviceOf = (onlyWith: string | null): string =>
  onlyWith === null
    ? 'If you did not expect this, ask an owner of the brokerage to set a new password for you, which ends every sign-in, and set up two-factor authentication again.'
    : `If you did not expect this, change your password for ${onlyWith}, ask an owner of the brokerage to press Disconnect on your page, which ends every sign-in, and set up two-factor authentication again.`;
