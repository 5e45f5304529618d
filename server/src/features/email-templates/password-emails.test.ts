import { expect, it } from 'vitest';
import { invitationEmail, passwordChangedEmail, resetEmail } from './password-emails.ts';

const INPUT = {
  brokerage: 'Palm',
  username: 'ada',
  url: 'https://portal.example/crm/set-password#token',
  until: new Date('2026-11-20T16:00:00Z'),
  timeZone: 'America/New_York',
};

it('an invitation names the inviter, the username, and how long the link works', () => {
  const { subject, text } = invitationEmail({ ...INPUT, first_name: 'Ada', by: 'Grace Hopper' });
  expect(subject).toBe('Palm: your account');
  expect(text).toContain('Grace Hopper created an account for you. Your username is ada.');
  expect(text).toContain(INPUT.url);
  expect(text).toContain('until November 20, 2026 at 11:00 AM EST');
});

it('a password reset names the origin of the request, and what to do if it was someone else', () => {
  const { text } = resetEmail({ ...INPUT, address: '203.0.113.7' });
  expect(text).toContain('A password reset for ada was requested from 203.0.113.7.');
  expect(text).toContain('If this wasn’t you, you can ignore this email');
});

it('the email about a changed password has no link that sets one', () => {
  const input = {
    ...INPUT,
    at: INPUT.until,
    address: '203.0.113.7',
    url: 'https://portal.example/crm/login',
  };
  const { text, html } = passwordChangedEmail(input);
  expect(text).toContain('was changed on November 20, 2026 at 11:00 AM EST, from IP address 203.0.113.7');
  expect(html).not.toContain('set-password');
});

it('no email contains markup from its input', () => {
  const evil = { ...INPUT, username: '<b>ada</b>' };
  const emails = [
    invitationEmail({ ...evil, first_name: '<i>', by: '<u>' }),
    resetEmail({ ...evil, address: '<s>' }),
    passwordChangedEmail({ ...evil, at: INPUT.until, address: '<s>' }),
  ];
  for (const { html } of emails) expect(html).not.toMatch(/<(b|i|u|s)>/);
});
