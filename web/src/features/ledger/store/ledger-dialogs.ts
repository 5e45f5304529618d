import type { LikelyClient } from '@ledgerline/contract/clients/duplicates/endpoints';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { ConflictCell } from '../../../domain/clients/conflicts.ts';

/** A pasted cell that failed validation. */
export interface RejectedCell {
  /** Displayed row number, from 1. */
  row: number | null;
  field: FieldName | null;
  text: string;
  message: string;
}

/** A ledger dialog. What the agent typed is saved only after the decision. */
export type LedgerDialog =
  | {
      kind: 'conflict';
      cells: ConflictCell[];
      /** `mine` lists the cells (`id:field`) whose typed value wins. */
      resolve: (mine: ReadonlySet<string>) => void;
      back: () => void;
      backLabel: 'Back to Editing' | 'Cancel';
    }
  | {
      kind: 'rejected';
      cells: RejectedCell[];
      /** The agent did not confirm these numbers; otherwise they cannot be saved. */
      isUnconfirmed?: boolean;
      /** Number of other cells that can be saved. */
      others: number;
      pasteOthers: () => void;
      cancel: () => void;
    }
  | {
      kind: 'numbers';
      /** Names the numbers that are saved only after a confirmation. */
      error: unknown;
      confirm: () => void;
      cancel: () => void;
    }
  | {
      kind: 'duplicates';
      clients: LikelyClient[];
      /** Saves the cell of the new row. */
      addAnyway: () => void;
      /** Removes the new row; if it is gone, the caller opens the existing client. */
      discardRow: () => Promise<boolean>;
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
      kind: 'reassign';
      /** Number of clients in the selected rows. */
      count: number;
      /** Saves the owner and closes the dialog. Rejects and keeps it open if the rows could not be loaded. */
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
