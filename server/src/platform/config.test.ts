import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('has a default for everything, and treats empty variables as unset', () => {
    const config = readConfig({ PORT: '', DATABASE_URL: '' });
    expect(config.DATABASE_URL).toBe(undefined);
    expect(config).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      dataDir: path.resolve('data'),
      NODE_ENV: 'production',
      CARD_SECURITY_CODE: 'keep',
    });
  });

  it('archives the embedded database only', () => {
    const archived = { WAL_ARCHIVE: '/mnt/archive' };
    expect(readConfig(archived)).toMatchObject({ ...archived, WAL_ARCHIVE_KEEP_DAYS: 14 });
    expect(() => readConfig({ ...archived, DATABASE_URL: 'postgres://host/db' })).toThrow(/^WAL_ARCHIVE: /);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['CARD_SECURITY_CODE', 'maybe'],
    ['TRUST_PROXY', 'sometimes'],
    ['OWNER_EMAIL', 'nobody'],
    ['ALLOWED_HOSTS', 'https://portal.example'],
    ['PUBLIC_URL', 'ftp://portal.example'],
    ['SIGN_IN_HOURS', '0'],
    ['AUDIT_HEAD', 'mailto:no-address'],
  ])('rejects %s=%s in one line that names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: .+\\.$`));
  });

  it('never repeats a password, secret or address with credentials', () => {
    for (const name of ['OWNER_PASSWORD', 'TOKEN_SECRET', 'METRICS_TOKEN', 'DATABASE_URL']) {
      expect(() => readConfig({ [name]: 'abc' })).toThrow(/set to "hidden"/);
    }
  });

  it('rejects an invalid email server address without repeating it', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://user:pass word@host:x' })).toThrow(
      /^SMTP_URL: must be a full address .+ \(it is set to "hidden"\)\.$/,
    );
  });
});

describe('the settings of the providers', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const docusign: Record<string, string> = {
    ESIGN_PROVIDER: 'docusign',
    DOCUSIGN_INTEGRATION_KEY: 'key',
    DOCUSIGN_USER_ID: 'user',
    DOCUSIGN_ACCOUNT_ID: 'account',
    DOCUSIGN_PRIVATE_KEY: pem,
    PUBLIC_URL: 'https://portal.example.test',
  };
  const square: Record<string, string> = {
    PAYMENT_PROVIDER: 'square',
    SQUARE_BFS_ACCESS_TOKEN: 'a',
    SQUARE_BFS_LOCATION_ID: 'b',
    SQUARE_BFA_ACCESS_TOKEN: 'c',
    SQUARE_BFA_LOCATION_ID: 'd',
    PUBLIC_URL: 'https://portal.example.test',
  };
  const s3: Record<string, string> = { STORAGE_PROVIDER: 's3', S3_BUCKET: 'files' };

  it('select the built-in providers by default', () => {
    expect(readConfig({})).toMatchObject({
      ESIGN_PROVIDER: 'builtin',
      PAYMENT_PROVIDER: 'builtin',
      STORAGE_PROVIDER: 'disk',
    });
  });

  it.each([
    ['docusign', docusign],
    ['square', square],
    ['s3', s3],
  ])('abort the start in one line that names what %s still needs', (provider, settings) => {
    expect(() => readConfig(settings)).not.toThrow();
    for (const name of Object.keys(settings)) {
      if (name.endsWith('_PROVIDER')) continue;
      expect(() => readConfig({ ...settings, [name]: '' })).toThrow(
        `${name} is not set, and ${provider} needs it.`,
      );
    }
  });

  it('of single sign-on require each other, and name one tenant over TLS', () => {
    const sso: Record<string, string> = {
      SSO_ISSUER: 'https://login.example.test',
      SSO_CLIENT_ID: 'portal',
      SSO_CLIENT_SECRET: 'secret',
    };
    expect(readConfig({ ...sso, SSO_EMAIL_DOMAINS: 'Acme.Test, b.test' })).toMatchObject({
      SSO_NAME: 'single sign-on',
      SSO_ONLY: false,
      SSO_EMAIL_DOMAINS: ['acme.test', 'b.test'],
      SSO_MFA_VALUES: ['mfa'],
    });
    for (const name of Object.keys(sso)) {
      expect(() => readConfig({ ...sso, [name]: '' })).toThrow(
        `${name} is not set, and single sign-on needs it.`,
      );
    }
    expect(() => readConfig({ SSO_ONLY: 'true' })).toThrow('SSO_ISSUER is not set, and SSO_ONLY needs it.');
    for (const issuer of ['https://login.microsoftonline.com/common/v2.0', 'http://login.example.test'])
      expect(() => readConfig({ ...sso, SSO_ISSUER: issuer })).toThrow('SSO_ISSUER');
  });

  it('reject identical accounts or signers', () => {
    expect(() => readConfig({ ...square, SQUARE_BFA_LOCATION_ID: square.SQUARE_BFS_LOCATION_ID })).toThrow(
      'SQUARE_BFS_LOCATION_ID and SQUARE_BFA_LOCATION_ID must not be the same.',
    );
    expect(() => readConfig({ DOCUSIGN_ADVISOR_ROLE: 'client' })).toThrow(
      'DOCUSIGN_ADVISOR_ROLE and DOCUSIGN_CLIENT_ROLE must not be the same.',
    );
  });

  it('reject half a pair of S3 credentials', () => {
    expect(() => readConfig({ ...s3, S3_ACCESS_KEY_ID: 'id' })).toThrow(
      'S3_SECRET_ACCESS_KEY is not set, and S3_ACCESS_KEY_ID needs it.',
    );
    expect(() => readConfig({ ...s3, S3_SECRET_ACCESS_KEY: 'secret' })).toThrow(
      'S3_ACCESS_KEY_ID is not set, and S3_SECRET_ACCESS_KEY needs it.',
    );
  });

  it('accept the private key as one line, as lines, or as a file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-config-'));
    const file = path.join(folder, 'docusign.pem');
    await writeFile(file, pem);
    for (const text of [pem, pem.replaceAll('\n', '\\n'), file]) {
      expect(readConfig({ ...docusign, DOCUSIGN_PRIVATE_KEY: text }).DOCUSIGN_PRIVATE_KEY).toBe(pem);
    }
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a missing file', '/nowhere/key.pem'],
    ['a public key', generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey],
    ['a key of another kind', generateKeyPairSync('ed25519').privateKey],
    ['a damaged key', pem.replace(/.{60}\n/, '')],
  ])('reject %s as the private key, without repeating it', (_, key) => {
    const text =
      typeof key === 'string'
        ? key
        : key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }).toString();
    expect(() => readConfig({ ...docusign, DOCUSIGN_PRIVATE_KEY: text })).toThrow(
      /^DOCUSIGN_PRIVATE_KEY: must be an RSA private key as PEM, .+ \(it is set to "hidden"\)\.$/,
    );
  });

  it.each([
    ['DOCUSIGN_OAUTH_URL', 'http://account.docusign.com', 'must start with https://'],
    ['DOCUSIGN_BASE_URL', 'demo.docusign.net:443', 'must start with https://'],
    ['SQUARE_BASE_URL', 'http://connect.squareup.com', 'must start with https://'],
    ['SQUARE_BFS_ACCESS_TOKEN', 'EAAA\nbbb', 'must contain only plain letters'],
    ['SQUARE_BFA_ACCESS_TOKEN', 'EAAA bbb', 'must contain only plain letters'],
    ['S3_SECRET_ACCESS_KEY', 'abc…def', 'must contain only plain letters'],
    ['DOCUSIGN_INTEGRATION_KEY', 'a b', 'must contain only plain letters'],
  ])('reject a %s that would send keys in clear text or into an error: %j', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${message}`);
  });

  it('allow fakes on this machine without https', () => {
    for (const host of ['localhost:8080', '127.0.0.1:9', '[::1]:9'])
      expect(() => readConfig({ SQUARE_BASE_URL: `http://${host}` })).not.toThrow();
  });

  it('parse lists of keys, with or without spaces', () => {
    const config = readConfig({
      DOCUSIGN_CONNECT_SECRETS: ' new= , old=,',
      SQUARE_BFS_WEBHOOK_KEYS: 'one',
    });
    expect(config.DOCUSIGN_CONNECT_SECRETS).toEqual(['new=', 'old=']);
    expect(config.SQUARE_BFS_WEBHOOK_KEYS).toEqual(['one']);
    expect(config.SQUARE_BFA_WEBHOOK_KEYS).toEqual([]);
  });

  it.each(['/ledgerline/', 'ledgerline', 'a b/', '//'])('reject the S3 folder %s', (S3_PREFIX) => {
    expect(() => readConfig({ S3_PREFIX })).toThrow('S3_PREFIX: must be a folder such as ledgerline/');
  });
});
