import { describe, expect, it } from 'vitest';
import { type TwoFactorChange, twoFactorEmail } from './two-factor-email.ts';

const emailOf = (change: TwoFactorChange, onlyWith: string | null = null) =>
  twoFactorEmail({ brokerage: 'Palm', username: 'ada', change, onlyWith });
const CONNECTED: TwoFactorChange = { what: 'sso_connected', name: 'Acme', email: 'ada@acme.test' };

describe('the email about a change of two-factor authentication or single sign-on', () => {
  it("explains what to do about a single sign-on account that is not the agent's: a password would not help", () => {
    for (const onlyWith of [null, 'Acme']) {
      const { subject, text } = emailOf(CONNECTED, onlyWith);
      expect(subject).toBe('Palm: your single sign-on has changed');
      expect(text).toContain('using the account ada@acme.test. Account: ada.');
      expect(text).toContain('ask an owner of the brokerage to press Disconnect on your page');
      expect(text).not.toMatch(/password|two-factor/);
    }
    expect(emailOf({ what: 'sso_disconnected', name: 'Olga' }).text).not.toMatch(/password|two-factor/);
  });

  it('names the password where agents sign in with one, and the provider otherwise', () => {
    const removed: TwoFactorChange = { what: 'removed_by', name: 'Olga' };
    expect(emailOf(removed).text).toContain(
      'Olga removed your two-factor authentication: your password is enough',
    );
    expect(emailOf(removed).text).toContain('set a new password for you, which ends every sign-in');
    const { subject, text, html } = emailOf(removed, 'Acme');
    expect(subject).toBe('Palm: your two-factor authentication has changed');
    expect(text).toContain('signing in with Acme is enough until you set it up again');
    expect(text).toContain(
      'change your password for Acme, ask an owner of the brokerage to press Disconnect',
    );
    expect(text).not.toContain('set a new password');
    expect(html).toContain('signing in with Acme is enough');
  });
});
