import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { FakeDocusign } from '@ledgerline/fakes/docusign/fake-docusign';
import { FakeSquare } from '@ledgerline/fakes/square/fake-square';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { SmtpInbox } from '#testing/smtp-inbox.ts';
import type { CheckLine } from './check-line.ts';
import { checkProviders } from './check-providers.ts';
import { S3Server } from './storage/testing/s3-server.ts';

const PUBLIC_URL = 'https://portal.example.test';
const SCRIPT = path.resolve(import.meta.dirname, '../../../scripts/providers-check.ts');
const docusign = new FakeDocusign();
const square = new FakeSquare();
const s3 = new S3Server();
const smtp = new SmtpInbox({ password: 'right' });
let good: Record<string, string>;

beforeAll(async () => {
  await Promise.all([docusign.start(), square.start(), s3.start(), smtp.start()]);
  good = {
    PUBLIC_URL,
    ...docusign.environment(PUBLIC_URL),
    ...square.environment(PUBLIC_URL),
    ...s3.environment(),
    SMTP_URL: `smtp://desk:right@${smtp.host}?tls.rejectUnauthorized=false`,
    MAIL_FROM: 'Brokerage <desk@example.test>',
  };
});
afterAll(() => Promise.all([docusign.stop(), square.stop(), s3.stop(), smtp.stop()]));

const check = (changes: Record<string, string> = {}, testEmailTo?: string) =>
  checkProviders({ config: readConfig({ ...good, ...changes }), clock: systemClock, testEmailTo });

const failedOf = (lines: CheckLine[]) => lines.filter(({ ok }) => !ok);

describe('provider check', () => {
  it('reports no errors for correct settings and leaves no test data behind', async () => {
    const lines = await check();
    expect(failedOf(lines)).toEqual([]);
    expect([...new Set(lines.map(({ part }) => part))].sort()).toEqual([
      'esign',
      'mail',
      'payments_bfa',
      'payments_bfs',
      'storage',
    ]);
    const written = s3.requests.find((request) => request.startsWith('PUT')) ?? '';
    expect(s3.requests).toContain(written.replace('PUT', 'DELETE').replace('PutObject', 'DeleteObject'));
    expect(smtp.received).toEqual([]);
    expect(docusign.envelopes).toEqual([]);
    expect([docusign.http.violations, square.http.violations]).toEqual([[], []]);
  });

  it('sends a test email when requested', async () => {
    const lines = await check({}, 'owner@example.test');
    expect(failedOf(lines)).toEqual([]);
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]).toContain('To: owner@example.test');
    expect(smtp.received[0]).toContain('Subject: Ledgerline test email');
  });

  it.each<[string, Record<string, string>, CheckLine['part'], RegExp]>([
    ['an unknown DocuSign user', { DOCUSIGN_USER_ID: '00000000-0000-4000-8000-000000000000' }, 'esign', /./],
    [
      'a missing DocuSign webhook secret',
      { DOCUSIGN_CONNECT_SECRETS: '' },
      'esign',
      /CONNECT_SECRETS is not set/,
    ],
    ['a wrong Square token', { SQUARE_BFA_ACCESS_TOKEN: 'hidden-token-of-bfa' }, 'payments_bfa', /./],
    [
      'the location of the other account',
      { SQUARE_BFS_LOCATION_ID: 'L-OTHER' },
      'payments_bfs',
      /SQUARE_BFS_LOCATION_ID/,
    ],
    ['a bucket that does not exist', { S3_BUCKET: 'nowhere' }, 'storage', /NoSuchBucket/],
    ['a wrong S3 secret', { S3_SECRET_ACCESS_KEY: 'hidden-secret' }, 'storage', /SignatureDoesNotMatch/],
    ['a missing email sender', { MAIL_FROM: '' }, 'mail', /MAIL_FROM is not set/],
  ])('reports %s and nothing else', async (_, changes, part, expected) => {
    const failed = failedOf(await check(changes));
    expect(failed.length).toBeGreaterThan(0);
    expect([...new Set(failed.map((line) => line.part))]).toEqual([part]);
    expect(failed.map(({ detail }) => detail).join('\n')).toMatch(expected);
    expect(JSON.stringify(failed)).not.toMatch(/hidden-/);
  });

  it('reports a wrong SMTP password without repeating it, and an unreachable server', async () => {
    const wrong = `smtp://desk:hidden-word@${smtp.host}?tls.rejectUnauthorized=false`;
    const [rejected] = failedOf(await check({ SMTP_URL: wrong }));
    expect(rejected).toMatchObject({ part: 'mail', what: 'smtp sign-in' });
    expect(rejected?.detail).toMatch(/535/);
    expect(rejected?.detail).not.toContain('hidden-word');
    const [away] = failedOf(await check({ SMTP_URL: 'smtp://127.0.0.1:1' }));
    expect(away?.detail).toMatch(/ECONNREFUSED/);
  });

  it('reports why a provider cannot be reached', async () => {
    const nowhere = 'https://127.0.0.1:65535';
    const failed = failedOf(await check({ DOCUSIGN_OAUTH_URL: nowhere, SQUARE_BASE_URL: nowhere }));
    expect(failed.map(({ part }) => part)).toEqual(expect.arrayContaining(['esign', 'payments_bfs']));
    for (const { detail } of failed) expect(detail).toContain('could not be reached (ECONNREFUSED)');
  });

  it('reports what is in use when no provider is connected', async () => {
    const lines = await checkProviders({
      config: readConfig({ DATA_DIR: '/nowhere/ledgerline' }),
      clock: systemClock,
    });
    expect(lines.map(({ part, what, ok }) => `${part} ${what} ${ok}`)).toEqual([
      'esign built-in true',
      'payments_bfs built-in true',
      'payments_bfa built-in true',
      'storage disk true',
      'mail outbox true',
    ]);
  });
});

describe('npm run providers:check', () => {
  const run = (changes: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [SCRIPT, ...args], {
      env: { PATH: process.env.PATH, ...good, ...changes },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

  it('prints one line per check and exits with 0 when all pass, otherwise with 1', async () => {
    const well = await run({});
    expect([well.code, well.stderr]).toEqual([0, '']);
    expect(well.stdout).toMatch(/^ok {6}e-signature {3}docusign sign-in: /m);
    expect(well.stdout).toMatch(/^ok {6}storage {7}s3 write: bucket ledgerline-test/m);
    expect(well.stdout).toMatch(/Everything works\.\n$/);
    const broken = await run({ S3_BUCKET: 'nowhere' });
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(/^FAILED {2}storage {7}s3 write: .*NoSuchBucket/m);
    expect(broken.stdout).toMatch(/checks failed\.\n$/);
  });

  it('prints one line for a missing setting or an unknown option and stops', async () => {
    const missing = await run({ DOCUSIGN_USER_ID: '' });
    expect([missing.code, missing.stderr]).toEqual([
      1,
      'DOCUSIGN_USER_ID is not set, and docusign needs it.\n',
    ]);
    expect((await run({}, '--send')).stderr).toMatch(/^--send is not an option/);
  });
});
