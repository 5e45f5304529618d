import { describe, expect, it } from 'vitest';
import { type LinkEmail, linkEmail } from './link-email.ts';
import { addressProblem } from './urls.ts';

const EMAIL: LinkEmail = {
  language: 'en',
  brokerage: 'Ledgerline',
  agent_name: 'Olivia Owner',
  client_first_name: 'Ana',
  title: 'Session 1',
  url: 'https://portal.example/secure/a.b.c',
  expires: 'November 27, 2026',
  has_passcode: false,
  message: '',
};

describe('the email with a link', () => {
  it.each([
    ['en', 'Hello Ana,', 'This link works until'],
    ['es', 'Hola, Ana:', 'Este enlace funciona hasta'],
    ['pt', 'Olá, Ana,', 'Este link funciona até'],
  ] as const)('is written in %s', (language, greeting, validity) => {
    const { text, html } = linkEmail({ ...EMAIL, language });
    expect(text).toContain(greeting);
    expect(text).toContain(validity);
    expect(text).toContain(EMAIL.url);
    expect(html).toContain(`href="${EMAIL.url}"`);
  });

  it('shows names and messages as text, never as markup', () => {
    const { html } = linkEmail({ ...EMAIL, client_first_name: '<b>x</b>', message: 'a\n<script>b</script>' });
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(html).toContain('a<br>&lt;script&gt;');
  });

  it('mentions the passcode when one will be required', () => {
    expect(linkEmail(EMAIL).text).toContain('No password is needed');
    expect(linkEmail({ ...EMAIL, has_passcode: true }).text).toContain('the passcode you need to open it');
    expect(linkEmail({ ...EMAIL, has_passcode: true }).text).not.toMatch(/no password/i);
  });

  it('has a subject of one line', () => {
    expect(linkEmail({ ...EMAIL, title: 'a\r\nBcc: all@example.test' }).subject).not.toMatch(/[\r\n]/);
  });
});

describe('the address of an email', () => {
  it.each([
    ['ana@example.test', null],
    ['', 'The client has no email address. Please enter one.'],
    ['ana', 'Please enter a valid email address'],
    ['a@example.test, b@example.test', 'Please enter a valid email address'],
    ['a@example.test\r\nbcc:b@example.test', 'Please enter a valid email address'],
  ])('%j', (address, problem) => {
    expect(addressProblem(address)).toBe(problem);
  });
});
