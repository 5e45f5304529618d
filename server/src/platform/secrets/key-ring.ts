import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeDurably } from '@ledgerline/host/durable';
import { StartupError } from '@ledgerline/host/startup-error';
import { z } from 'zod';
import type { Config } from '../config.ts';

/** The secrets of one installation: field keys by id (the first one encrypts), and the secret of all tokens. */
export interface KeyRing {
  fieldKeys: { id: string; key: Buffer }[];
  tokenSecret: Buffer;
}

export type FieldKey = KeyRing['fieldKeys'][number];

/** The keys from the settings and the key file; null for what neither has. */
export interface FoundKeys {
  fieldKeys: FieldKey[] | null;
  tokenSecret: Buffer | null;
  /** Whether a key file exists. */
  hasFile: boolean;
}

const fileSchema = z.object({
  field_keys: z.array(z.object({ id: z.string(), key: z.base64() })).min(1),
  token_secret: z.base64(),
});

/** `FIELD_KEYS` = `id:base64key,id:base64key`, newest first; each key 32 bytes. */
function parseFieldKeys(text: string): FieldKey[] {
  return text.split(',').map((part) => {
    const [id = '', encoded = ''] = part.trim().split(':');
    const key = Buffer.from(encoded, 'base64');
    if (!/^[a-z0-9]{1,16}$/i.test(id) || key.length !== 32) {
      throw new StartupError(
        'FIELD_KEYS: must be id:key pairs separated by commas, each key 32 bytes in base64.',
      );
    }
    return { id, key };
  });
}

/** The keys of the configuration, else those of the key file. Creates none. */
export async function findKeys(config: Config, keysFile: string): Promise<FoundKeys> {
  const fieldKeys = config.FIELD_KEYS ? parseFieldKeys(config.FIELD_KEYS) : null;
  const tokenSecret = config.TOKEN_SECRET ? Buffer.from(config.TOKEN_SECRET) : null;
  if (fieldKeys && tokenSecret) return { fieldKeys, tokenSecret, hasFile: false };
  const stored = await readKeyFile(keysFile);
  return {
    fieldKeys: fieldKeys ?? stored?.fieldKeys ?? null,
    tokenSecret: tokenSecret ?? stored?.tokenSecret ?? null,
    hasFile: stored !== null,
  };
}

/** For commands, which never create keys: returns all of them, or throws an error that names what is missing. */
export async function requireKeys(config: Config, keysFile: string): Promise<KeyRing> {
  const { fieldKeys, tokenSecret } = await findKeys(config, keysFile);
  if (fieldKeys && tokenSecret) return { fieldKeys, tokenSecret };
  const missing = fieldKeys ? 'TOKEN_SECRET' : 'FIELD_KEYS';
  throw new StartupError(`There is no key file ${keysFile}, and ${missing} is not set.`);
}

/** Null if there is no such file. */
export async function readKeyFile(file: string): Promise<KeyRing | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartupError(`The key file ${file} cannot be read: ${error.message}.`);
  });
  if (text === null) return null;
  try {
    const parsed = fileSchema.parse(JSON.parse(text));
    return {
      fieldKeys: parsed.field_keys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') })),
      tokenSecret: Buffer.from(parsed.token_secret, 'base64'),
    };
  } catch {
    throw new StartupError(`The key file ${file} is damaged. Restore it from a backup.`);
  }
}

/** A key under a random id: two installations never use the same id for different keys. */
export function newFieldKey(): FieldKey {
  return { id: `k${randomBytes(6).toString('hex')}`, key: randomBytes(32) };
}

export function newTokenSecret(): Buffer {
  return randomBytes(48);
}

/** Writes a complete new file and then swaps it in, so that neither a crash nor a power failure leaves half a key. */
export async function writeKeyFile(file: string, ring: KeyRing): Promise<void> {
  const text = JSON.stringify(
    {
      field_keys: ring.fieldKeys.map(({ id, key }) => ({ id, key: key.toString('base64') })),
      token_secret: ring.tokenSecret.toString('base64'),
    },
    null,
    2,
  );
  await writeDurably(file, `${text}\n`);
}
