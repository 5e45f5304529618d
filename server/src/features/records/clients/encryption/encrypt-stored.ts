import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { CLIENT_FIELDS, SECRET_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { Deps } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { isOwnEncrypted, type OwnKey } from '#platform/secrets/client-keys.ts';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import { ledgerText } from '../cached-text.ts';
import { readCells } from '../presenter.ts';
import { type EncryptedCells, encryptCells } from './encrypted-cells.ts';
import * as repository from './repository.ts';

/** Rows are held for as long as a batch takes, some 50 ms: whoever saves one meanwhile waits so long. */
const AT_ONCE = 100;

/**
 * Moves what lies in columns of clients, or under the ring, under a key of their own, as the columns of earlier versions
 * have it. The clients are locked; those that are sealed already are passed over.
 */
export async function encryptStored(
  db: Database,
  cipher: FieldCipher,
  ids: readonly number[],
): Promise<void> {
  const rows = await repository.findUnsealed(db, ids);
  const keyed = rows.map((row) => ({ row, ...keyOf(cipher, row) }));
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
  { id, wrapped_key }: repository.UnsealedRow,
): { key: OwnKey; created: string | null } {
  if (wrapped_key !== null) return { key: cipher.own.open(id, wrapped_key), created: null };
  const { key, wrapped } = cipher.own.create(id);
  return { key, created: wrapped };
}

function encryptRow(
  cipher: FieldCipher,
  key: OwnKey,
  row: repository.UnsealedRow,
): repository.EncryptedClient {
  const { id } = row;
  const cells = readCells(cipher, [id, null, null, ...row.cells]);
  const secrets = row.secrets.map((sealed, position) =>
    sealed === null
      ? null
      : moved(cipher, key, sealed, { table: 'clients', row: id, field: secretAt(position) }),
  );
  return { id, sealed: encryptCells(key, id, byName(cells)), text: ledgerText(cells), secrets };
}

const secretAt = (position: number): string => SECRET_FIELDS[position]?.name ?? '';

function byName(cells: readonly FieldValue[]): EncryptedCells {
  return Object.fromEntries(CLIENT_FIELDS.map(({ name }, position) => [name, cells[position] ?? null]));
}

/** A secret under the client's key. One that is damaged stays as it is: it opens for nobody, and keeps nobody else waiting. */
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

/** Seals the clients of earlier versions, some at a time; may be cut off anywhere, and goes on. Returns how many. */
export async function encryptClients({
  database,
  cipher,
  log,
}: Pick<Deps, 'database' | 'cipher' | 'log'>): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const ids = await database.transaction(async (db) => {
      const locked = await repository.lockUnsealed(db, after, AT_ONCE);
      await encryptStored(db, cipher, locked);
      return locked;
    });
    const last = ids.at(-1);
    if (last === undefined) break;
    count += ids.length;
    after = last;
  }
  if (count > 0) log.info({ clients: count }, 'fields of clients were sealed with keys of their own');
  return count;
}
