import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ACCOUNT_NAMES, type Account } from '@ledgerline/contract/rules';
import { z } from 'zod';

/** Values separated by commas. */
export const listSetting = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []));

/** A PEM key as one line with \n, or the path of a file that contains it. */
const privateKey = z.string().transform((text, context) => {
  const pem = text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : fileText(text);
  if (pem !== null && isRsaKey(pem)) return pem;
  const message = 'must be an RSA private key as PEM, or the path of a file with one';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** A URL to which keys and tokens are sent: https, except on this machine, where fakes respond. */
export const externalUrl = z.url().refine((text) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127\..*|\[::1\])$/.test(hostname));
}, 'must start with https://');

/** A line break or an unexpected character in a token would end in an error that quotes the token. */
export const oneWord = z
  .string()
  .regex(/^[!-~]+$/, 'must contain only plain letters, digits and symbols, without spaces');

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

function fileText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** The chosen providers, and how to reach them. docs/operations.md explains where each value comes from. */
export const PROVIDER_SETTINGS = {
  ESIGN_PROVIDER: z.enum(['builtin', 'docusign']).default('builtin'),
  /** Where tokens are requested: scheme, host and port. */
  DOCUSIGN_OAUTH_URL: externalUrl.default('https://account.docusign.com'),
  /** The bare host that the JWT is issued for; it stays the real one when a fake responds. */
  DOCUSIGN_JWT_AUDIENCE: z.string().min(1).default('account.docusign.com'),
  /** Replaces the address that DocuSign returns for the account; ends with /restapi. */
  DOCUSIGN_BASE_URL: externalUrl.optional(),
  DOCUSIGN_INTEGRATION_KEY: oneWord.optional(),
  DOCUSIGN_USER_ID: oneWord.optional(),
  DOCUSIGN_ACCOUNT_ID: oneWord.optional(),
  DOCUSIGN_PRIVATE_KEY: privateKey.optional(),
  /** HMAC secrets of Connect, separated by commas; all are accepted, so that one can be replaced. */
  DOCUSIGN_CONNECT_SECRETS: listSetting,
  DOCUSIGN_CONSENT_REDIRECT_URL: z.url().optional(),
  /** The names of the two roles in the account's templates. */
  DOCUSIGN_ADVISOR_ROLE: z.string().min(1).default('Advisor'),
  DOCUSIGN_CLIENT_ROLE: z.string().min(1).default('Client'),

  PAYMENT_PROVIDER: z.enum(['builtin', 'square']).default('builtin'),
  SQUARE_BASE_URL: externalUrl.default('https://connect.squareup.com'),
  ...squareSettings(),

  STORAGE_PROVIDER: z.enum(['disk', 's3']).default('disk'),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** For an S3-compatible service other than Amazon's. */
  S3_ENDPOINT: z.url().optional(),
  S3_ACCESS_KEY_ID: oneWord.optional(),
  S3_SECRET_ACCESS_KEY: oneWord.optional(),
  S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'must be a folder such as ledgerline/')
    .default(''),
};

function squareSettings() {
  const settings = ACCOUNT_NAMES.map((account) => ({
    [`SQUARE_${account}_ACCESS_TOKEN`]: oneWord.optional(),
    [`SQUARE_${account}_LOCATION_ID`]: oneWord.optional(),
    [`SQUARE_${account}_MERCHANT_ID`]: oneWord.optional(),
    /** Signature keys of the webhook subscription, separated by commas. */
    [`SQUARE_${account}_WEBHOOK_KEYS`]: listSetting,
    /** The subscription's address, byte for byte; it is part of the signed data. */
    [`SQUARE_${account}_WEBHOOK_URL`]: z.url().optional(),
  }));
  return Object.assign({}, ...settings) as SquareShape<Account>;
}

type Text = z.ZodOptional<z.ZodString>;
type SquareShape<A extends string> = Record<
  `SQUARE_${A}_${'ACCESS_TOKEN' | 'LOCATION_ID' | 'MERCHANT_ID'}`,
  Text
> &
  Record<`SQUARE_${A}_WEBHOOK_KEYS`, typeof listSetting> &
  Record<`SQUARE_${A}_WEBHOOK_URL`, z.ZodOptional<z.ZodURL>>;

/** The settings that a chosen provider requires. */
const REQUIRED = {
  docusign: [
    'DOCUSIGN_INTEGRATION_KEY',
    'DOCUSIGN_USER_ID',
    'DOCUSIGN_ACCOUNT_ID',
    'DOCUSIGN_PRIVATE_KEY',
    'PUBLIC_URL',
  ],
  square: [
    ...ACCOUNT_NAMES.flatMap((account) => [
      `SQUARE_${account}_ACCESS_TOKEN`,
      `SQUARE_${account}_LOCATION_ID`,
    ]),
    'PUBLIC_URL',
  ],
  s3: ['S3_BUCKET'],
};

type Settings = Readonly<Record<string, unknown>>;

/** The first problem of the chosen providers' settings, as a sentence; null if there is none. */
export function settingsProblem(settings: Settings): string | null {
  const chosen = [settings.ESIGN_PROVIDER, settings.PAYMENT_PROVIDER, settings.STORAGE_PROVIDER];
  for (const [provider, names] of Object.entries(REQUIRED)) {
    const name = chosen.includes(provider) ? names.find((each) => settings[each] === undefined) : undefined;
    if (name) return `${name} is not set, and ${provider} needs it.`;
  }
  return halfOfPair(settings) ?? duplicateSetting(settings);
}

/** One S3 credential without the other is a mistake; without both, the machine's own credentials are used. */
function halfOfPair(settings: Settings): string | null {
  const pair = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const missing = pair.filter((name) => settings[name] === undefined);
  const [name] = missing;
  if (missing.length !== 1 || name === undefined) return null;
  return `${name} is not set, and ${pair.find((each) => each !== name)} needs it.`;
}

/** Names two settings that are the same: accounts must not share a location, nor the two signers a role. */
function duplicateSetting(settings: Settings): string | null {
  const locations = ACCOUNT_NAMES.map((account) => `SQUARE_${account}_LOCATION_ID`);
  const pairs = [
    ...locations.flatMap((one, at) => locations.slice(at + 1).map((other) => [one, other] as const)),
    ['DOCUSIGN_ADVISOR_ROLE', 'DOCUSIGN_CLIENT_ROLE'] as const,
  ];
  const bare = (name: string) => String(settings[name] ?? '').toLowerCase();
  const same = pairs.find(([one, other]) => bare(one) !== '' && bare(one) === bare(other));
  return same ? `${same[0]} and ${same[1]} must not be the same.` : null;
}
