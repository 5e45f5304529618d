import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { FieldKind } from '@ledgerline/contract/clients/fields/field';
import { DESTROYED } from '#platform/audit/personal-values.ts';
import type { Database } from '#platform/database/database.ts';
import type { OwnKey } from '#platform/secrets/client-keys.ts';
import type { FieldAad, FieldCipher } from '#platform/secrets/field-cipher.ts';
import { findKeys } from './repository.ts';

/** A value of an encrypted field as stored in the audit log. */
interface EncryptedValue {
  sealed: string;
}

/** A value as stored in the audit log. */
export type AuditValue = FieldValue | EncryptedValue;

const aadOf = (id: number, field: string) => ({ table: 'clients', row: id, field });

/**
 * A value for the audit log: its ciphertext under the client's key, which is part of the hash chain and never
 * rewritten. Statuses and agents are not personal text and stay readable.
 */
export function auditValue(
  key: () => OwnKey,
  id: number,
  field: { name: string; kind: FieldKind },
  value: FieldValue,
): AuditValue {
  if (field.kind === 'enum' || field.kind === 'agent' || value === null || value === '') return value;
  return { sealed: key().encrypt(JSON.stringify(value), aadOf(id, field.name)) };
}

/** An audit log row of a client. */
interface AuditRow {
  field: string | null;
  old_value: unknown;
  new_value: unknown;
}

type Plain<Value> = Exclude<Value, EncryptedValue> | FieldValue;

/** The same row with decrypted values. */
export type OpenedRow<Row extends AuditRow> = Omit<Row, 'old_value' | 'new_value'> & {
  old_value: Plain<Row['old_value']>;
  new_value: Plain<Row['new_value']>;
};

function isPlain<Value>(value: Value): value is Exclude<Value, EncryptedValue> {
  return typeof value !== 'object' || value === null || !('sealed' in value);
}

/**
 * Decrypts the values of rows; `clientOf` returns the client of a row, `known` holds keys that are already
 * loaded.
 */
export async function decryptAuditRows<Row extends AuditRow>(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  rows: readonly Row[],
  clientOf: (row: Row) => number,
  known?: ReadonlyMap<number, string>,
): Promise<OpenedRow<Row>[]> {
  const ids = rows.flatMap((row) => (isEncrypted(row) ? [clientOf(row)] : []));
  const keys = known ?? (await findKeys(db, [...new Set(ids)]));
  return rows.map((row) => {
    const id = clientOf(row);
    const aad = aadOf(id, row.field ?? '');
    const open = <Value>(value: Value): Plain<Value> =>
      isPlain(value) ? value : openValue(cipher, value, aad, keys.get(id));
    const { old_value, new_value, ...rest } = row;
    return {
      ...rest,
      old_value: open<Row['old_value']>(old_value),
      new_value: open<Row['new_value']>(new_value),
    };
  });
}

const isEncrypted = ({ old_value, new_value }: AuditRow): boolean =>
  !isPlain(old_value) || !isPlain(new_value);

function openValue(
  cipher: FieldCipher,
  value: unknown,
  aad: FieldAad,
  wrapped: string | undefined,
): FieldValue {
  const sealed = ciphertextOf(value);
  if (wrapped === undefined || sealed === null) return DESTROYED;
  const plain: FieldValue = JSON.parse(cipher.decrypt(sealed, aad, wrapped));
  return plain;
}

function ciphertextOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return null;
  return typeof value.sealed === 'string' ? value.sealed : null;
}
