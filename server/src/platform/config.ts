import { isIPv6 } from 'node:net';
import path from 'node:path';
import { MIN_PASSWORD_LENGTH } from '@ledgerline/contract/rules';
import { emailSchema } from '@ledgerline/contract/schemas';
import { StartupError } from '@ledgerline/host/startup-error';
import { z } from 'zod';
import portal from '../../../package.json' with { type: 'json' };
import { type CheckpointTarget, readCheckpointTargets } from './audit/checkpoint-targets.ts';
import { type RequestedHost, readHost } from './hosts.ts';
import { PROVIDER_SETTINGS, settingsProblem } from './provider-settings.ts';
import { SSO_SETTINGS, ssoProblem } from './sso-settings.ts';

const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** Every setting of the product; docs/operations.md and the README's table list the same names. */
const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(20),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a full address such as https://portal.example.com' })
    .optional(),
  ALLOWED_HOSTS: z.string().default('').transform(readHosts),
  BRAND: z.string().min(1).max(60).default('Ledgerline'),
  TIME_ZONE: z
    .string()
    .default('America/New_York')
    .refine(isTimeZone, 'must be a time zone such as America/New_York'),
  OWNER_USERNAME: z.string().min(1).max(200).default('owner'),
  OWNER_PASSWORD: z
    .string()
    .min(MIN_PASSWORD_LENGTH, `must be at least ${MIN_PASSWORD_LENGTH} characters`)
    .optional(),
  OWNER_EMAIL: z
    .string()
    .pipe(emailSchema().min(1, 'must be an email address'))
    .default('owner@localhost.localdomain'),
  REVEALS_PER_DAY: z.coerce.number().int().min(1).max(100_000).default(200),
  SIGN_IN_HOURS: z.coerce.number().positive().max(720).default(12),
  /** Days; older backups are removed after a newer one was verified. */
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(36_500).optional(),
  /** A folder from which the embedded database can be restored to any point in time. */
  WAL_ARCHIVE: z.string().min(1).optional(),
  /** The number of days that can be restored. */
  WAL_ARCHIVE_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(14),
  /** The targets for checkpoints of the audit chain, outside the database. */
  AUDIT_HEAD: z.string().default('').transform(checkpointTargets),
  /** Years that audit rows stay in the database; older ones are moved to files. */
  AUDIT_KEEP_YEARS: z.coerce.number().int().min(1).max(100).default(10),
  FIELD_KEYS: z.string().optional(),
  TOKEN_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .refine(URL.canParse, 'must be a full address such as smtp://user:password@host:587')
    .optional(),
  MAIL_FROM: z.string().min(3).default('Ledgerline <no-reply@localhost.localdomain>'),
  /** The owner's text about other payment methods, on the built-in pay page. */
  OTHER_WAYS_TO_PAY: z.string().max(2000).default(''),
  CARD_SECURITY_CODE: z.enum(['keep', 'refuse']).default('keep'),
  PHONE_LOOKUP_URL: z.string().default('https://www.carrierlookup.com/?phone={digits}'),
  API_DOCS: z.enum(['signed-in', 'open']).default('signed-in'),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  TRUST_PROXY: flag.default(false),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  ...PROVIDER_SETTINGS,
  ...SSO_SETTINGS,
});

export type Config = z.output<typeof environmentSchema> & { dataDir: string; version: string };

/** Hosts separated by commas; an IPv6 address may omit its brackets. */
function readHosts(text: string, { addIssue }: { addIssue: (issue: string) => void }): RequestedHost[] {
  const entries = text.split(',').flatMap((entry) => entry.trim() || []);
  const hosts = entries.map((entry) => readHost(isIPv6(entry) ? `[${entry}]` : entry));
  if (hosts.includes(null)) {
    addIssue('must be hosts separated by commas, such as portal.example.com,192.168.1.5:3000');
  }
  return hosts.filter((host) => host !== null);
}

function checkpointTargets(
  text: string,
  { addIssue }: { addIssue: (issue: string) => void },
): CheckpointTarget[] {
  const targets = readCheckpointTargets(text);
  if (targets) return targets;
  addIssue(
    'must be locations separated by commas: a file path, s3, s3://bucket/folder, mailto:owners or mailto:name@example.com',
  );
  return [];
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Reads and validates the environment; an invalid value aborts the start with one line that names it. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(filled);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'configuration');
    throw new StartupError(
      `${name}: ${issue?.message ?? 'is not valid'} (it is set to "${redacted(name, filled[name])}").`,
    );
  }
  const problem = settingsProblem(parsed.data) ?? ssoProblem(parsed.data);
  if (problem) throw new StartupError(problem);
  const { AUDIT_HEAD, S3_BUCKET } = parsed.data;
  if (AUDIT_HEAD.some((target) => target.kind === 's3' && target.bucket === null) && S3_BUCKET === undefined)
    throw new StartupError('S3_BUCKET is not set, and s3 in AUDIT_HEAD needs it.');
  if (parsed.data.WAL_ARCHIVE !== undefined && parsed.data.DATABASE_URL !== undefined)
    throw new StartupError(
      'WAL_ARCHIVE: is for the embedded database. Archive your own PostgreSQL with its own tools.',
    );
  return { ...parsed.data, dataDir: path.resolve(parsed.data.DATA_DIR), version: portal.version };
}

function redacted(name: string, value: string | undefined): string {
  return /PASSWORD|SECRET|KEY|TOKEN|URL/.test(name) ? 'hidden' : (value ?? '');
}
