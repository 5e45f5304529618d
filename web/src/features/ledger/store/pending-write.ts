import type { FieldValue } from '@ledgerline/contract/clients/field-values';

/** What an agent saw in a cell: a stored value, or an own write that had not ended. */
export type Seen = FieldValue | PendingWrite;

/** A value of one cell on its way to the server. */
export class PendingWrite {
  /** What the cell shows meanwhile. */
  readonly shown: FieldValue;
  /** Earlier values of this cell whose calls failed without an answer: the server may have stored them. */
  lost: readonly FieldValue[];
  #seen: Seen;
  #stored: FieldValue | undefined;

  constructor(shown: FieldValue, seen: Seen, lost: readonly FieldValue[] = []) {
    this.shown = shown;
    this.lost = lost;
    this.#seen = seen;
  }

  /** What the server holds before this write, as far as this tab knows; exact once the write that was seen has ended. */
  get was(): FieldValue {
    return this.#seen instanceof PendingWrite ? this.#seen.result : this.#seen;
  }

  /** What the cell holds after this write, which a failed one has left as it was. */
  get result(): FieldValue {
    return this.#stored === undefined ? this.was : this.#stored;
  }

  /** The server has stored this value, which may differ from the one that was sent. */
  store(value: FieldValue): void {
    this.#stored = value;
  }

  /** Overwrites this stored value knowingly. */
  rebase(stored: FieldValue): void {
    this.#seen = stored;
    this.lost = this.lost.filter((value) => !isSameValue(value, stored));
  }
}

/** What a cell showed. */
export function shownOf(seen: Seen): FieldValue {
  return seen instanceof PendingWrite ? seen.shown : seen;
}

/** Empty is empty, whether stored as no value or as an empty text. */
export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return (one ?? '') === (other ?? '');
}
