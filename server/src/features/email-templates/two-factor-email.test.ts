import { describe, expect, it } from 'vitest';
import { type TwoFactorChange, twoFactorEmail } from './two-factor-email.ts';

const emailOf = (change: TwoFactorChange, onlyWith: string | null = null) =>
  twoFactorEmail({ brokerage: 'Palm', username: 'ada', change, onlyWith });
const CONNECTED: TwoFactorChange = { what: 'sso_connected', name: 'Acme', email: 'ada@acme.test' };

describe('the mail of a change in how an agent signs in', () => {
  it('says what to do about an account of single sign-on that is not his: a password would not help', () => {
    for (const onlyWith of [null, 'Acme']) {
      const { subject, text } = emailOf(CONNECTED, onlyWith);
      expect(subject).toBe('Palm: how you sign in has changed');
      expect(text).toContain('with the account of ada@acme.test there. This concerns the sign-in ada.');
      expect(text).toContain('ask an owner of the brokerage to press Disconnect on your page');
      expect(text).not.toMatch(/password|second step/);
    }
    expect(emailOf({ what: 'sso_disconnected', name: 'Olga' }).text).not.toMatch(/password|second step/);
  });

  it('names the password where one signs in, and the provider where none does', () => {
    const removed: TwoFactorChange = { what: 'removed_by', name: 'Olga' };
    expect(emailOf(removed).text).toContain('Olga removed all your second steps: your password is enough');
    expect(emailOf(removed).text).toContain('set a new password for you, which ends every sign-in');
    const { subject, text, html } = emailOf(removed, 'Acme');
    expect(subject).toBe('Palm: your second step at sign-in has changed');
    expect(text).toContain('signing in with Acme is enough until you set up new ones');
    expect(text).toContain(
      'change your password for Acme, ask an owner of the brokerage to press Disconnect',
    );
    expect(text).not.toContain('set a new password');
    expect(html).toContain('signing in with Acme is enough');
  });
});
