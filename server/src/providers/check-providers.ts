import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { ACCOUNTS } from '@ledgerline/contract/rules';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createEmailTransport, type EmailTransport } from '#platform/email/transport.ts';
import { AppError } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { briefReason } from '#platform/provider-health/outcomes.ts';
import { createDiskStorage } from '#platform/storage/disk.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { CheckLine } from './check-line.ts';
import { checkDocusign } from './esign/docusign/check.ts';
import { createOidcIdentity } from './identity/oidc-identity.ts';
import { checkSquare } from './payments/square/check.ts';
import { createS3Storage } from './storage/s3.ts';

interface CheckOptions {
  config: Config;
  clock: Clock;
  /** Also sends a test email to this address. */
  testEmailTo?: string | undefined;
}

/** Checks every provider the configuration selects; needs neither the server nor its database. */
export async function checkProviders(options: CheckOptions): Promise<CheckLine[]> {
  const { config, clock } = options;
  // The adapters store their records in the database. These checks write none, so no connection is ever opened.
  const database = openDatabase('postgresql://127.0.0.1:1/none', { max: 1, onError: () => undefined });
  const tools = { config, clock, database, log: createLog('silent') };
  try {
    const parts = await Promise.all([
      config.ESIGN_PROVIDER === 'docusign' ? checkDocusign(tools) : builtinEsign(config),
      PAYMENTS[config.PAYMENT_PROVIDER](tools),
      checkStorage(config),
      checkEmail(options),
      checkSso(options),
    ]);
    return parts.flat();
  } finally {
    await database.close();
  }
}

function builtinEsign(config: Config): CheckLine[] {
  const detail = `fillable PDFs in ${dataPaths(config.dataDir).templatesDir}`;
  return [{ part: 'esign', ok: true, what: 'built-in', detail }];
}

/** How each payment adapter is checked. */
const PAYMENTS = { builtin: builtinPayments, square: checkSquare };

function builtinPayments(): CheckLine[] {
  const line = { ok: true, what: 'built-in', detail: 'test money: no card is charged' };
  return ACCOUNTS.map(({ part }) => ({ part, ...line }));
}

type Try = (what: string, work: () => Promise<string>) => Promise<boolean>;

/** Collects one line per attempt; a failed attempt includes the reason. */
function attempts(part: CheckLine['part']): { lines: CheckLine[]; attempt: Try } {
  const lines: CheckLine[] = [];
  const attempt: Try = async (what, work) => {
    try {
      lines.push({ part, ok: true, what, detail: await work() });
      return true;
    } catch (error) {
      const detail = briefReason(error instanceof AppError ? error.cause : error);
      lines.push({ part, ok: false, what, detail });
      return false;
    }
  };
  return { lines, attempt };
}

async function checkStorage(config: Config): Promise<CheckLine[]> {
  const { filesDir } = dataPaths(config.dataDir);
  if (config.STORAGE_PROVIDER === 's3') {
    return tryStorage(createS3Storage(config), `bucket ${config.S3_BUCKET}, folder "${config.S3_PREFIX}"`);
  }
  if (existsSync(filesDir)) return tryStorage(createDiskStorage(filesDir), filesDir);
  return [{ part: 'storage', ok: true, what: 'disk', detail: `${filesDir}, created with the first file` }];
}

/** Writes and reads back a small file. A missing file must be distinguishable from one that may not be read. */
async function tryStorage(storage: Storage, location: string): Promise<CheckLine[]> {
  const { lines, attempt } = attempts('storage');
  const key = `check/${randomBytes(16).toString('hex')}.txt`;
  const text = 'ledgerline checks whether files can be stored here';
  const isStored = await attempt(`${storage.name} write`, async () => {
    await storage.put(key, Buffer.from(text));
    return location;
  });
  if (isStored) {
    await attempt(`${storage.name} read`, async () => {
      const read = (await storage.read(key)).toString();
      if (read !== text) throw new Error('the content read back differs from what was written');
      return `${read.length} bytes were read back unchanged`;
    });
    await attempt(`${storage.name} remove`, async () => {
      await storage.remove(key);
      return 'removed again';
    });
  }
  await attempt(`${storage.name} missing file`, async () => {
    const size = await storage.size(`check/none-${randomBytes(8).toString('hex')}.txt`);
    if (size !== null) throw new Error('a file that was never written exists');
    return 'reported as missing';
  });
  return lines;
}

/** Discovery shows whether the provider is usable without signing anyone in; the first sign-in verifies the secret. */
async function checkSso({ config, clock }: CheckOptions): Promise<CheckLine[]> {
  const identity = createOidcIdentity({ config, clock });
  if (!identity) return [];
  const { lines, attempt } = attempts('sso');
  await attempt('openid discovery', () => identity.verify());
  return lines;
}

async function checkEmail({ config, clock, testEmailTo }: CheckOptions): Promise<CheckLine[]> {
  const { lines, attempt } = attempts('mail');
  const { outboxDir } = dataPaths(config.dataDir);
  const email = createEmailTransport(config, outboxDir);
  try {
    if (email.name === 'outbox') {
      const detail = `emails are written to ${outboxDir}: nothing leaves this machine`;
      lines.push({ part: 'mail', ok: true, what: 'outbox', detail });
    } else {
      await attempt('smtp sign-in', async () => {
        await email.verify();
        return new URL(config.SMTP_URL ?? '').host;
      });
      await attempt('smtp sender', async () => {
        if (config.MAIL_FROM.includes('localhost')) throw new Error('MAIL_FROM is not set');
        return config.MAIL_FROM;
      });
    }
    if (testEmailTo)
      await attempt(`${email.name} test email`, () => sendTestEmail(email, testEmailTo, clock.now()));
  } finally {
    email.close();
  }
  return lines;
}

async function sendTestEmail(email: EmailTransport, to: string, at: Date): Promise<string> {
  const text = 'Ledgerline can send email. If this message landed in the junk folder, check SPF and DKIM.';
  await email.send({
    messageId: `<${randomUUID()}@ledgerline>`,
    to,
    subject: 'Ledgerline test email',
    text,
    html: `<p>${text}</p>`,
    at,
  });
  return email.name === 'smtp' ? `accepted by the server for ${to}` : `written for ${to}`;
}
