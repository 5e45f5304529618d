import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  CLIENT_FIELDS,
  ENCRYPTED_FIELDS,
} from '@ledgerline/contract/clients/fields/catalog';
import { lastFour, maskSecret } from '@ledgerline/contract/rules';
import type { OwnKey } from '#platform/secrets/client-keys.ts';
import { ledgerText, PlainCells } from '../cached-text.ts';
import { type EncryptedCells, encryptCells, filledNames } from '../encryption/encrypted-cells.ts';
import { columnType, type StoredCell, type StoredRow } from '../repository.ts';
import { blankValue, type FieldChange } from '../rules.ts';
import type { LockedClient } from './lock-clients.ts';

/** A client before its changes, and the changes to write. */
export interface ChangedClient extends Pick<LockedClient, 'id' | 'current' | 'plain'> {
  changes: FieldChange[];
  /** The client's key, unwrapped when needed. */
  key: () => OwnKey;
}

/** A value as lists may show it. */
export function shown(field: CatalogField, value: FieldValue): FieldValue {
  if (field.kind !== 'secret' || value === null) return value;
  return maskSecret({ kind: field.name, value: String(value) });
}

export const valueWritten = ({ field, to }: FieldChange) => [field.name, shown(field, to)] as const;

const isEncrypted = ({ field }: FieldChange): boolean => field.isEncrypted === true;

/**
 * The changed columns of existing clients. If one call changes a client twice, both changes write all
 * encrypted fields.
 */
export function changedRows(changed: readonly ChangedClient[]): StoredRow[] {
  const encrypted = encryptedAfter(changed);
  const isChangedOnce = new Set(changed.map(({ id }) => id)).size === changed.length;
  return changed.map(({ id, changes, plain, key }) => ({
    id,
    cells: [
      ...changes.flatMap((change) => cellsOf(id, change, key)),
      ...(encrypted.get(id) ?? []),
      // If one call changes a client twice, a job rebuilds the text.
      ledgerCell(isChangedOnce ? plain.textAfter(changes.map(valueWritten)) : null),
    ],
  }));
}

/** The cells of the clients whose encrypted fields change. */
function encryptedAfter(changed: readonly ChangedClient[]): Map<number, StoredCell[]> {
  const after = new Map<number, { cells: EncryptedCells; key: OwnKey }>();
  for (const { id, changes, current, key } of changed) {
    if (!changes.some(isEncrypted)) continue;
    const { cells } = after.get(id) ?? {
      cells: Object.fromEntries(ENCRYPTED_FIELDS.map(({ name }) => [name, current(name)])),
    };
    for (const { field, to } of changes.filter(isEncrypted)) cells[field.name] = to;
    after.set(id, { cells, key: key() });
  }
  return new Map([...after].map(([id, { cells, key }]) => [id, encryptedCells(key, id, cells)]));
}

/** The columns of a new client. */
export function createdRow({ id, changes }: { id: number; changes: FieldChange[] }, key: OwnKey): StoredRow {
  const cells: EncryptedCells = Object.fromEntries(
    changes.filter(isEncrypted).map(({ field, to }) => [field.name, to]),
  );
  return {
    id,
    cells: [
      ...changes.flatMap((change) => cellsOf(id, change, () => key)),
      ...encryptedCells(key, id, cells),
      ledgerCell(BLANK.textAfter(changes.map(valueWritten))),
    ],
  };
}

const encryptedCells = (key: OwnKey, id: number, cells: EncryptedCells): StoredCell[] => [
  { column: 'sealed', type: 'text', value: encryptCells(key, id, cells) },
  { column: 'filled_encrypted', type: 'text', value: filledNames(cells) },
];

const ledgerCell = (value: string | null): StoredCell => ({ column: 'ledger_text', type: 'text', value });

/** The text of a client with no values. */
const BLANK = new PlainCells(
  ledgerText(CLIENT_FIELDS.map(({ name }) => (name === 'status' ? 'new' : blankValue(name)))),
);

function cellsOf(id: number, { field, to }: FieldChange, key: () => OwnKey): StoredCell[] {
  const column = field.name;
  if (field.isEncrypted) return [];
  if (field.kind === 'money') {
    return [{ column, type: 'bigint', value: to === null ? null : Math.round(Number(to) * 100) }];
  }
  if (field.kind !== 'secret') return [{ column, type: columnType(field), value: to }];
  const plain = to === null ? null : String(to);
  return [
    {
      column,
      type: 'text',
      value: plain && key().encrypt(plain, { table: 'clients', row: id, field: column }),
    },
    {
      column: `${column}_last4`,
      type: 'text',
      value: plain === null ? null : lastFour({ kind: field.name, value: plain }),
    },
  ];
}
