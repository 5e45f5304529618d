import { expect, it } from 'vitest';
import { newDeviceEmail } from './new-device-email.ts';

const INPUT = {
  brokerage: 'Palm',
  username: 'ada',
  device: 'Firefox on Windows',
  address: '203.0.113.7',
  at: new Date('2026-11-20T15:00:00Z'),
  timeZone: 'America/New_York',
  url: 'https://portal.example/crm/agents/7',
  signedInWith: null,
};

it('the mail of a new device says when, with what, from where, and what to do', () => {
  const { subject, text, html } = newDeviceEmail(INPUT);
  expect(subject).toBe('Palm: a sign-in from a new device');
  expect(text).toContain(
    'When: November 20, 2026 at 10:00 AM EST\nDevice: Firefox on Windows\nNetwork address: 203.0.113.7',
  );
  expect(text).toContain('If it was not you, somebody knows your password');
  expect(html).toContain('href="https://portal.example/crm/agents/7"');
});

it('of a sign-in by single sign-on blames no password of the portal', () => {
  const { text } = newDeviceEmail({ ...INPUT, signedInWith: 'Acme' });
  expect(text).toContain('somebody can sign in with Acme as you: change your password there');
  expect(text).not.toContain('knows your password');
});

it('holds no markup and no second header of others', () => {
  const { subject, html } = newDeviceEmail({ ...INPUT, brokerage: 'P\r\nBcc: x', username: '<b>ada</b>' });
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toContain('<b>');
});
