import { describe, expect, it } from 'vitest';
import { addressProblem } from './address-problems.ts';
import { type LinkEmail, linkEmail } from './link-email.ts';

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

  it.each([
    ['en', 'What’s inside:', 'It takes about 5 minutes.', 'If the button doesn’t work, open this link:'],
    ['es', 'Incluye:', 'Le tomará unos 5 minutos.', 'Si el botón no funciona, abra este enlace:'],
    ['pt', 'Inclui:', 'Leva cerca de 5 minutos.', 'Se o botão não funcionar, abra este link:'],
  ] as const)('lists what is inside and how long it takes in %s', (language, inside, time, fallback) => {
    const contents = { titles: ['Health <b>', 'Two\nlines'], minutes: 5 };
    const { text, html } = linkEmail({ ...EMAIL, language, contents });
    expect(text).toContain(`${inside}\n- Health <b>\n- Two lines\n\n${time}`);
    expect(html).toContain('<li>Health &lt;b&gt;</li><li>Two lines</li>');
    expect(html).toContain(fallback);
    expect(html.match(/<a /g)).toHaveLength(2);
  });

  it('omits contents and time that are unknown', () => {
    for (const contents of [undefined, null, { titles: [], minutes: null }]) {
      const { text, html } = linkEmail({ ...EMAIL, ...(contents === undefined ? {} : { contents }) });
      expect(text + html).not.toMatch(/inside|minutes/);
    }
  });

  it('shows no token: the visible link is the host, the plain text has the whole address', () => {
    const { text, html } = linkEmail(EMAIL);
    expect(html.replaceAll(/<[^>]+>/g, '')).not.toContain('a.b.c');
    expect(html).toContain('>portal.example</a>');
    expect(text).toContain(EMAIL.url);
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
