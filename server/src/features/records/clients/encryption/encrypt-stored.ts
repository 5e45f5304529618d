import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { CLIENT_FIELDS, SECRET_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { Deps } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { isOwnEncrypted, type OwnKey } from '#platform/secrets/client-keys.ts';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import { ledgerText } from '../cached-text.ts';
import { readCells } from '../presenter.ts';
import { type EncryptedCells, encryptCells, filledNames } from './encrypted-cells.ts';
import * as repository from './repository.ts';

/** Rows are locked while a batch runs, some 50 ms, which delays a concurrent save by as much. */
const BATCH_SIZE = 100;

/**
 * Encrypts what earlier versions stored in columns or under the key ring with each client's own key. The
 * caller has locked the clients; those already encrypted are skipped. A key that cannot be read is an error, or with
 * `onUnreadable` leaves this client as it is.
 */
export async function encryptStored(
  db: Database,
  cipher: FieldCipher,
  ids: readonly number[],
  onUnreadable?: (id: number, error: unknown) => void,
): Promise<void> {
  const rows = await repository.findUnencrypted(db, ids);
  const keyed = rows.flatMap((row) => {
    try {
      return [{ row, ...keyOf(cipher, row) }];
    } catch (error) {
      if (!onUnreadable) throw error;
      onUnreadable(row.id, error);
      return [];
    }
  });
  const created = keyed.flatMap(({ row, created: wrapped }) =>
    wrapped === null ? [] : [{ id: row.id, wrapped }],
  );
  if (created.length > 0) await repository.insertKeys(db, created);
  if (keyed.length > 0)
    await repository.writeEncrypted(
      db,
      keyed.map(({ row, key }) => encryptRow(cipher, key, row)),
    );
}

function keyOf(
  cipher: FieldCipher,
  { id, wrapped_key }: repository.UnencryptedRow,
): { key: OwnKey; created: string | null } {
  if (wrapped_key !== null) return { key: cipher.own.open(id, wrapped_key), created: null };
  const { key, wrapped } = cipher.own.create(id);
  return { key, created: wrapped };
}

function encryptRow(
  cipher: FieldCipher,
  key: OwnKey,
  row: repository.UnencryptedRow,
): repository.EncryptedClient {
  const { id } = row;
  const cells = readCells(cipher, [id, null, null, ...row.cells]);
  const secrets = row.secrets.map((sealed, position) =>
    sealed === null
      ? null
      : moved(cipher, key, sealed, { table: 'clients', row: id, field: secretAt(position) }),
  );
  const named = byName(cells);
  const sealed = encryptCells(key, id, named);
  return { id, sealed, filled: filledNames(named), text: ledgerText(cells), secrets };
}

const secretAt = (position: number): string => SECRET_FIELDS[position]?.name ?? '';

/** The cells of a client, in catalog order, by field. */
export function byName(cells: readonly FieldValue[]): EncryptedCells {
  return Object.fromEntries(CLIENT_FIELDS.map(({ name }, position) => [name, cells[position] ?? null]));
}

/**
 * Encrypts a secret under the client's key. A damaged one stays as it is: it cannot be decrypted and must not
 * block the rest.
 */
function moved(
  cipher: FieldCipher,
  key: OwnKey,
  sealed: string,
  aad: { table: string; row: number; field: string },
): string {
  if (isOwnEncrypted(sealed)) return sealed;
  try {
    return key.encrypt(cipher.decrypt(sealed, aad), aad);
  } catch {
    return sealed;
  }
}

/**
 * Encrypts the clients of earlier versions in batches; can be interrupted at any time and resumes. A client whose key
 * cannot be read does not block the others. Returns how many were encrypted.
 */
export async function encryptClients({
  database,
  cipher,
  log,
}: Pick<Deps, 'database' | 'cipher' | 'log'>): Promise<number> {
  let count = 0;
  let unreadable = 0;
  for (let after = 0; ; ) {
    const ids = await database.transaction(async (db) => {
      const locked = await repository.lockUnencrypted(db, after, BATCH_SIZE);
      await encryptStored(db, cipher, locked, (id, error) => {
        unreadable += 1;
        log.error({ err: error, client: id }, 'a client was not encrypted: its key cannot be read');
      });
      return locked;
    });
    const last = ids.at(-1);
    if (last === undefined) break;
    count += ids.length;
    after = last;
  }
  const encrypted = count - unreadable;
  if (encrypted > 0) log.info({ clients: encrypted }, 'client fields were encrypted with their own keys');
  return encrypted;
}
