import type { LikelyClient } from '@ledgerline/contract/clients/duplicates/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerCalls } from '../api.ts';
import type { LedgerState } from './ledger-state.ts';
import type { TemporaryRows } from './temporary-rows.ts';

/** The cells that identify a person. */
const IDENTITY = ['client_first_name', 'client_last_name', 'primary_email', 'primary_phone', 'dob'] as const;

/** Finds likely existing clients for the rows that this tab adds; each is reported once per row. */
export class NewRowCheck {
  readonly #parts: { state: LedgerState; calls: LedgerCalls; temporary: TemporaryRows };
  readonly #reported = new Map<number, Set<number>>();

  constructor(parts: { state: LedgerState; calls: LedgerCalls; temporary: TemporaryRows }) {
    this.#parts = parts;
  }

  /** Likely clients that this cell of a new row reveals. */
  async find(key: number, field: FieldName, value: FieldValue): Promise<LikelyClient[]> {
    const { state, calls, temporary } = this.#parts;
    const row = temporary.originOf(key);
    if (row === undefined || value === null || value === '') return [];
    if (!IDENTITY.some((name) => name === field)) return [];
    const identity = Object.fromEntries(
      IDENTITY.map((name) => [name, text(name === field ? value : state.value(key, name))]),
    );
    const found = await calls.findLikely(identity, key > 0 ? key : undefined);
    const reported = this.#reported.get(row) ?? new Set();
    const unknown = found.filter(({ id }) => !reported.has(id));
    this.#reported.set(row, new Set([...reported, ...unknown.map(({ id }) => id)]));
    return unknown;
  }
}

function text(value: FieldValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
