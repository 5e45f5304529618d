import type { LikelyClient } from '@ledgerline/contract/clients/duplicates/endpoints';
import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import { FIELD_NAMES, type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { clientStatus } from '@ledgerline/contract/rules';
import { cellKey } from '../../../domain/clients/conflicts.ts';
import type { LedgerCalls } from '../api.ts';
import { loadCells } from './cell-loader.ts';
import type { LedgerState } from './ledger-state.ts';
import { isSameValue } from './pending-write.ts';
import type { TemporaryRows } from './temporary-rows.ts';

/** The cells that identify a person. */
const IDENTITY = ['client_first_name', 'client_last_name', 'primary_email', 'primary_phone', 'dob'] as const;
const isIdentity = (field: FieldName) => IDENTITY.some((name) => name === field);

/** Finds likely existing clients for the rows that this tab adds; each is reported once per row. */
export class NewRowCheck {
  readonly #parts: { state: LedgerState; calls: LedgerCalls; temporary: TemporaryRows };
  readonly #reported = new Map<number, Set<number>>();

  constructor(parts: { state: LedgerState; calls: LedgerCalls; temporary: TemporaryRows }) {
    this.#parts = parts;
  }

  /** Existing clients that likely are the person of a new row with this cell. */
  async find(key: number, field: FieldName, value: FieldValue): Promise<LikelyClient[]> {
    const { state, calls, temporary } = this.#parts;
    const row = temporary.originOf(key);
    if (row === undefined || value === null || value === '') return [];
    if (!isIdentity(field) || !(await this.isBare(key))) return [];
    const identity = Object.fromEntries(
      IDENTITY.map((name) => [name, text(name === field ? value : state.value(key, name))]),
    );
    const found = await calls.findLikely(identity, key > 0 ? key : undefined);
    const reported = this.#reported.get(row) ?? new Set();
    const unknown = found.filter(({ id }) => !reported.has(id));
    this.#reported.set(row, new Set([...reported, ...unknown.map(({ id }) => id)]));
    return unknown;
  }

  /** Whether nothing but cells that identify a person is filled in, so that removing the row loses nothing else. */
  async isBare(key: number): Promise<boolean> {
    const { state, calls } = this.#parts;
    const others = FIELD_NAMES.filter((name) => !isIdentity(name));
    const values = await loadCells(state, calls.fetchRows, [key], others);
    return others.every((name) => isFresh(name, values(key, name)) && !state.failed.has(cellKey(key, name)));
  }
}

/** Whether a new client has this value; the server fills in the owner and the status. */
function isFresh(name: FieldName, value: FieldValue | undefined): boolean {
  if (value === undefined) return false;
  if (name === 'owner_agent_id') return true;
  if (name === 'status') return clientStatus(value === null ? null : String(value)) === clientStatus(null);
  return isSameValue(value, emptyValue(fieldNamed(name)));
}

function text(value: FieldValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
