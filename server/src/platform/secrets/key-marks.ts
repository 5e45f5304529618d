import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { type OldestEncrypted, oldestEncrypted } from './encrypted-values.ts';
import { createFieldCipher } from './field-cipher.ts';
import type { FieldKey, KeyRing } from './key-ring.ts';

/** The problem with a server's keys: the field keys that do not decrypt stored values, or a different token secret. */
export type KeyProblem = { of: 'field_keys'; ids: string[] } | { of: 'token_secret' };

const PREFIX = 'key ';
/** Separates the random part of a mark from the code computed with it. */
const SEPARATOR = ':';

/**
 * A check value for one field key and the token secret: a random text and its code under the token secret, encrypted with the
 * field key. Without the key, guesses at the secret cannot even be tested.
 */
function encryptMark(key: FieldKey, tokenSecret: Buffer): string {
  const salt = randomBytes(16).toString('hex');
  const cipher = createFieldCipher({ fieldKeys: [key], tokenSecret });
  return cipher.encrypt(`${salt}${SEPARATOR}${tokenCode(tokenSecret, salt)}`, aadOf(PREFIX + key.id));
}

function tokenCode(tokenSecret: Buffer, salt: string): string {
  return createHmac('sha256', tokenSecret).update(`ledgerline token secret mark ${salt}`).digest('hex');
}

const aadOf = (name: string) => ({ table: 'installation_marks', row: 0, field: name });

interface Mark {
  name: string;
  value: string;
}

/** A database of an earlier version lacks some tables. */
async function hasTable(db: Database, name: 'installation_marks' | 'agents'): Promise<boolean> {
  const [table] = await db.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `public.${name}`,
  ]);
  return table?.there ?? false;
}

async function readMarks(db: Database): Promise<Mark[]> {
  if (!(await hasTable(db, 'installation_marks'))) return [];
  return db.query<Mark>('select name, value from installation_marks where name like $1 order by name', [
    `${PREFIX}%`,
  ]);
}

/** Whether anything in the database depends on existing keys: a mark, an encrypted value or an account. */
export async function dependsOnKeys(db: Database): Promise<boolean> {
  if ((await readMarks(db)).length > 0 || (await oldestEncrypted(db)).length > 0) return true;
  if (!(await hasTable(db, 'agents'))) return false;
  const [agents] = await db.query<{ any: boolean }>('select exists (select from agents) as any');
  return agents?.any ?? false;
}

/** Validates keys by decrypting what the database contains: its marks, or stored values if it has none yet. */
export async function findKeyProblem(db: Database, ring: KeyRing): Promise<KeyProblem | null> {
  const marks = await readMarks(db);
  return marks.length > 0 ? problemByMarks(marks, ring) : problemByValues(await oldestEncrypted(db), ring);
}

/** Like `findKeyProblem`, but also checks stored values: for a restore, whose marks and values come from a file. */
export async function findKeyProblemThoroughly(db: Database, ring: KeyRing): Promise<KeyProblem | null> {
  return (await findKeyProblem(db, ring)) ?? problemByValues(await oldestEncrypted(db), ring);
}

function problemByMarks(marks: Mark[], ring: KeyRing): KeyProblem | null {
  const cipher = createFieldCipher(ring);
  const unopened: string[] = [];
  let isTokenRight = true;
  for (const { name, value } of marks) {
    const text = attempt(() => cipher.decrypt(value, aadOf(name)));
    if (text === null) unopened.push(name.slice(PREFIX.length));
    else isTokenRight &&= matchesToken(text, ring.tokenSecret);
  }
  if (unopened.length > 0) return { of: 'field_keys', ids: unopened };
  return isTokenRight ? null : { of: 'token_secret' };
}

function matchesToken(text: string, tokenSecret: Buffer): boolean {
  const [salt = '', code = ''] = text.split(SEPARATOR);
  const [provided, expected] = [Buffer.from(code), Buffer.from(tokenCode(tokenSecret, salt))];
  return provided.length === expected.length && timingSafeEqual(provided, expected);
}

/**
 * Without marks: a key is wrong if it is missing or decrypts fewer than half of the oldest values under its id. A single damaged
 * value does not make a key wrong.
 */
function problemByValues(values: OldestEncrypted[], ring: KeyRing): KeyProblem | null {
  const cipher = createFieldCipher(ring);
  const tried = new Map<string, { opened: number; all: number }>();
  for (const { keyId, encrypted, aad } of values) {
    const count = tried.get(keyId) ?? { opened: 0, all: 0 };
    const isOpened = attempt(() => cipher.decrypt(encrypted, aad)) !== null;
    tried.set(keyId, { opened: count.opened + (isOpened ? 1 : 0), all: count.all + 1 });
  }
  const ids = [...tried].filter(([, { opened, all }]) => opened * 2 < all).map(([id]) => id);
  return ids.length > 0 ? { of: 'field_keys', ids } : null;
}

function attempt(open: () => string): string | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** Writes a mark for the encrypting key and, in a database without marks, for every key that stored values need. */
export async function writeMarks(db: Database, ring: KeyRing): Promise<void> {
  const marked = new Set((await readMarks(db)).map(({ name }) => name));
  const needed =
    marked.size > 0 ? new Set<string>() : new Set((await oldestEncrypted(db)).map(({ keyId }) => keyId));
  for (const [position, key] of ring.fieldKeys.entries()) {
    if (marked.has(PREFIX + key.id) || (position > 0 && !needed.has(key.id))) continue;
    await putMark(db, key, ring.tokenSecret);
  }
}

/** After a change of the token secret: renews every mark with it. The ring must contain every marked key. */
export async function renewMarks(db: Database, ring: KeyRing): Promise<void> {
  await writeMarks(db, ring);
  const marked = new Set((await readMarks(db)).map(({ name }) => name));
  for (const key of ring.fieldKeys) {
    if (marked.has(PREFIX + key.id)) await putMark(db, key, ring.tokenSecret);
  }
}

/** After a rotation: a key that no value needs is no longer required at a server's start. */
export async function deleteMarks(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0 || !(await hasTable(db, 'installation_marks'))) return;
  await db.query('delete from installation_marks where name = any($1)', [ids.map((id) => PREFIX + id)]);
}

async function putMark(db: Database, key: FieldKey, tokenSecret: Buffer): Promise<void> {
  await db.query(
    `insert into installation_marks (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [PREFIX + key.id, encryptMark(key, tokenSecret)],
  );
}
