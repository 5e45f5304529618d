import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Config } from '../config.ts';
import { StartupError } from '../startup-error.ts';

/** The secrets of one installation: field keys by id (the first one encrypts), and the secret behind all tokens. */
export interface KeyRing {
  fieldKeys: { id: string; key: Buffer }[];
  tokenSecret: Buffer;
}

const fileSchema = z.object({
  field_keys: z.array(z.object({ id: z.string(), key: z.base64() })).min(1),
  token_secret: z.base64(),
});

/** `FIELD_KEYS` = `id:base64key,id:base64key`, newest first; each key 32 bytes. */
function parseFieldKeys(text: string): KeyRing['fieldKeys'] {
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

/**
 * Keys from the configuration, else from the data folder's key file, which is made once. Losing them loses every
 * encrypted field, so backups hold the file too.
 */
export async function loadKeyRing(config: Config, keysFile: string): Promise<KeyRing> {
  const configured = {
    fieldKeys: config.FIELD_KEYS ? parseFieldKeys(config.FIELD_KEYS) : undefined,
    tokenSecret: config.TOKEN_SECRET ? Buffer.from(config.TOKEN_SECRET) : undefined,
  };
  if (configured.fieldKeys && configured.tokenSecret) {
    return { fieldKeys: configured.fieldKeys, tokenSecret: configured.tokenSecret };
  }
  const stored = (await readKeyFile(keysFile)) ?? (await makeKeyFile(keysFile));
  return {
    fieldKeys: configured.fieldKeys ?? stored.fieldKeys,
    tokenSecret: configured.tokenSecret ?? stored.tokenSecret,
  };
}

async function readKeyFile(file: string): Promise<KeyRing | null> {
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

async function makeKeyFile(file: string): Promise<KeyRing> {
  const ring: KeyRing = { fieldKeys: [{ id: 'k1', key: randomBytes(32) }], tokenSecret: randomBytes(48) };
  await writeKeyFile(file, ring);
  return ring;
}

/** Writes the whole file beside the old one, then swaps, so that a crash never leaves half a key. */
export async function writeKeyFile(file: string, ring: KeyRing): Promise<void> {
  const text = JSON.stringify(
    {
      field_keys: ring.fieldKeys.map(({ id, key }) => ({ id, key: key.toString('base64') })),
      token_secret: ring.tokenSecret.toString('base64'),
    },
    null,
    2,
  );
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
