import type { FieldValue } from '@ledgerline/contract/clients/field-values';

/** What the agent saw in a cell: a stored value or their own pending write. */
export type Seen = FieldValue | PendingWrite;

/** A pending value of one cell. */
export class PendingWrite {
  /** The value displayed in the meantime. */
  readonly shown: FieldValue;
  /** Earlier values whose calls failed without a response. The server may have stored them. */
  lost: readonly FieldValue[];
  #seen: Seen;
  #stored: FieldValue | undefined;

  constructor(shown: FieldValue, seen: Seen, lost: readonly FieldValue[] = []) {
    this.shown = shown;
    this.lost = lost;
    this.#seen = seen;
  }

  /** The stored value before this write, as far as this tab knows. Exact once the previous write has settled. */
  get was(): FieldValue {
    return this.#seen instanceof PendingWrite ? this.#seen.result : this.#seen;
  }

  /** The stored value after this write; unchanged if the write failed. */
  get result(): FieldValue {
    return this.#stored === undefined ? this.was : this.#stored;
  }

  /** The value the server stored, which may differ from the submitted one. */
  store(value: FieldValue): void {
    this.#stored = value;
  }

  /** Explicitly overwrites this stored value. */
  rebase(stored: FieldValue): void {
    this.#seen = stored;
    this.lost = this.lost.filter((value) => !isSameValue(value, stored));
  }
}

/** The displayed value. */
export function shownOf(seen: Seen): FieldValue {
  return seen instanceof PendingWrite ? seen.shown : seen;
}

/** null and '' both count as empty. */
export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return (one ?? '') === (other ?? '');
}
