import { expect, it } from 'vitest';
import { revealLimitEmail } from './reveal-limit-email.ts';

it('the email to the owners names the agent, without markup from their name', () => {
  const input = { brokerage: 'Palm', name: '<b>Eve</b>', username: 'eve', max: 200, day: '2026-11-20' };
  const { subject, text, html } = revealLimitEmail(input);
  expect(subject).toBe('Palm: <b>Eve</b> reached the daily limit of reveals');
  expect(text).toContain('revealed 200 secret values on 2026-11-20');
  expect(html).not.toContain('<b>');
});
