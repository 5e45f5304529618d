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

it('the email about a new device names time, device, address and what to do', () => {
  const { subject, text, html } = newDeviceEmail(INPUT);
  expect(subject).toBe('Palm: new device sign-in');
  expect(text).toContain(
    'When: November 20, 2026 at 10:00 AM EST\nDevice: Firefox on Windows\nIP address: 203.0.113.7',
  );
  expect(text).toContain('If this wasn’t you, someone knows your password');
  expect(html).toContain('href="https://portal.example/crm/agents/7"');
});

it('the email about a single sign-on does not blame a password of the portal', () => {
  const { text } = newDeviceEmail({ ...INPUT, signedInWith: 'Acme' });
  expect(text).toContain('someone can sign in with Acme as you: change your password there');
  expect(text).not.toContain('knows your password');
});

it('contains no markup and no second header from its input', () => {
  const { subject, html } = newDeviceEmail({ ...INPUT, brokerage: 'P\r\nBcc: x', username: '<b>ada</b>' });
  expect(subject).not.toMatch(/[\r\n]/);
  expect(html).not.toContain('<b>');
});
