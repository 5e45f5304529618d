import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';

/** A cell that somebody else changed while this agent did. */
export interface ConflictCell {
  id: number;
  field: FieldName;
  mine: FieldValue;
  theirs: FieldValue;
  /** A secret put back by an undo: only the server knows it, so it cannot win. */
  isLocked: boolean;
}

/** A cell of a paste that cannot hold what was pasted. */
export interface RejectedCell {
  /** Row number as shown, from 1. */
  row: number | null;
  field: FieldName | null;
  text: string;
  message: string;
}

/** What the ledger asks the agent; something typed waits for the answer. */
export type LedgerDialog =
  | {
      kind: 'conflict';
      cells: ConflictCell[];
      /** `mine` names the cells, as `id:field`, whose typed value wins. */
      settle: (mine: ReadonlySet<string>) => void;
    }
  | {
      kind: 'refused';
      cells: RejectedCell[];
      /** How many other cells can be written. */
      others: number;
      pasteOthers: () => void;
      cancel: () => void;
    }
  | {
      kind: 'addRows';
      count: number;
      addRows: () => void;
      pasteWithout: (() => void) | null;
      cancel: () => void;
    }
  | {
      kind: 'handOver';
      /** Clients whose rows are selected. */
      count: number;
      /** Writes the owner and closes the question; fails, and leaves it open, when the rows could not be read. */
      reassign: (to: number | null) => Promise<void>;
      cancel: () => void;
    }
  | {
      kind: 'batchFailed';
      message: string;
      count: number;
      retry: () => void;
      discard: () => void;
    };
