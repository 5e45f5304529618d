import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import type { Context } from '#platform/context.ts';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import { ledgerText, PlainCells } from '../cached-text.ts';
import { encryptStored } from '../encryption/encrypt-stored.ts';
import { type EncryptedCells, openCells } from '../encryption/encrypted-cells.ts';
import { readCells } from '../presenter.ts';
import * as repository from '../repository.ts';

/** A client locked until the transaction ends. */
export interface LockedClient {
  id: number;
  updated_at: Date;
  /** The key that encrypts what is written. */
  wrappedKey: string;
  /** The unencrypted cells. */
  plain: PlainCells;
  /** The value of a field in wire form, secrets as masks. Encrypted fields are decrypted when one is read. */
  current: (name: FieldName) => FieldValue;
}

/**
 * Locks the rows in id order, so that two bulk edits cannot deadlock, and reads them from their cached texts:
 * one column for all fields. If a text must be rebuilt, or a client of an earlier version must be encrypted
 * first, the fields are read one by one. Encrypted fields can be omitted if none of them is needed.
 */
export async function lockClients(
  { db, deps: { cipher } }: Pick<Context, 'db' | 'deps'>,
  ids: number[],
  { withEncrypted } = { withEncrypted: true },
): Promise<LockedClient[]> {
  const rows = await repository.lockTexts(db, ids, withEncrypted);
  const unencrypted = rows.flatMap(({ id, is_sealed }) => (is_sealed ? [] : [id]));
  if (unencrypted.length > 0) await encryptStored(db, cipher, unencrypted);
  const known = rows.flatMap(({ id, updated_at, is_sealed, sealed, wrapped_key, ledger_text }) => {
    const plain = PlainCells.of(ledger_text);
    // The previous lock holder may have encrypted the row, in which case this statement read an outdated key.
    if (!is_sealed || wrapped_key === null || plain === null) return [];
    return [lockedClient(cipher, { id, updated_at, sealed, wrappedKey: wrapped_key, plain })];
  });
  if (known.length === rows.length) return known;
  const seen = new Set(known.map(({ id }) => id));
  const stale = rows.map(({ id }) => id).filter((id) => !seen.has(id));
  const read = await repository.findRecords(db, stale);
  return [...known, ...read.map((row) => readByColumns(cipher, row))];
}

function readByColumns(
  cipher: FieldCipher,
  [id, , updated_at, sealed, wrapped_key, ...stored]: repository.StoredClient,
): LockedClient {
  const cells = readCells(cipher, [id, sealed, wrapped_key, ...stored]);
  const plain = new PlainCells(ledgerText(cells));
  return lockedClient(cipher, { id, updated_at, sealed, wrappedKey: wrapped_key ?? '', plain });
}

function lockedClient(
  cipher: FieldCipher,
  { sealed, ...client }: Omit<LockedClient, 'current'> & { sealed: string | null },
): LockedClient {
  const { id, wrappedKey: wrapped_key, plain } = client;
  let opened: EncryptedCells | null = null;
  const encrypted = () => {
    opened ??= openCells(cipher, { id, sealed, wrapped_key });
    if (opened === null) throw new Error('the encrypted fields of this client were not read');
    return opened;
  };
  const current = (name: FieldName): FieldValue => {
    const field = fieldNamed(name);
    return field.isEncrypted ? (encrypted()[name] ?? emptyValue(field)) : plain.value(name);
  };
  return { ...client, current };
}
