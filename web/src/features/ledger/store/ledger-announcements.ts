import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { countText } from '@ledgerline/contract/rules';
import type { Changes } from './ledger-operations.ts';
import type { LedgerState } from './ledger-state.ts';

/** Messages of the session to the agent. */
export interface LedgerMessages {
  failed: (message: string) => void;
  /** A result that the sheet shows; screen readers get it as text. */
  announced: (message: string) => void;
}

/** What the agent did with a range. */
export type RangeAction = 'Pasted' | 'Filled' | 'Cleared' | 'Reassigned';

/** The announcement of a saved range: 'Pasted 12 cells and added 2 clients'. */
export function rangeText(action: RangeAction, { changes, created }: Changes): string {
  const inNewRows = created.reduce((cells, { values }) => cells + Object.keys(values).length, 0);
  const count = changes.length + inNewRows;
  if (count === 0) return 'Nothing changed';
  if (action === 'Reassigned') return `Reassigned ${countText(count, 'client')}`;
  const added = created.length > 0 ? ` and added ${countText(created.length, 'client')}` : '';
  return `${action} ${countText(count, 'cell')}${added}`;
}

/** What undo or redo changed, without values, which may be secret: 'Status of Maria Lopez'. Empty if nothing. */
export function turnText(state: LedgerState, changes: Changes['changes'], clients: number): string {
  const [only] = changes;
  if (only && changes.length === 1 && clients === 0)
    return `${fieldNamed(only.field).label} of ${clientLabel(state, only.id)}`;
  return [
    ...(changes.length > 0 ? [countText(changes.length, 'cell')] : []),
    ...(clients > 0 ? [countText(clients, 'new client')] : []),
  ].join(' and ');
}

/** A client's name in the sheet; without a name, the row number. */
export function clientLabel(state: LedgerState, id: number): string {
  const names = [state.value(id, 'client_first_name'), state.value(id, 'client_last_name')];
  const row = state.order.positionOf(id);
  return names.filter(Boolean).join(' ') || (row === undefined ? `Client ${id}` : `Row ${row + 1}`);
}
