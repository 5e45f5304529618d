import {
  type BulkActionInput,
  createOperation,
  type Operation,
  operationSchema,
} from '@ledgerline/contract/bulk-actions/endpoints';
import type { Deps } from '#platform/context.ts';
import type { ListedOperation } from './queries.ts';
import type { OperationRow } from './repository.ts';
import { MAX_WAIT_MS } from './run/rules.ts';

const aadOf = (row: number) => ({ table: 'operations', row, field: 'params' });

export const encryptParams = (
  { cipher }: Pick<Deps, 'cipher'>,
  id: number,
  { params }: { params: object },
): string => cipher.encrypt(JSON.stringify(params), aadOf(id));

/** The action as it was requested, or recorded. */
export function storedAction(
  { cipher }: Pick<Deps, 'cipher'>,
  { id, kind, params }: Pick<OperationRow, 'id' | 'kind' | 'params'>,
): Operation['action'] {
  const plain: unknown = JSON.parse(cipher.decrypt(params ?? '', aadOf(id)));
  return operationSchema.shape.action.parse({ kind, params: plain });
}

/** An action that a job runs, not one that was recorded. */
export const runnableAction = (deps: Deps, row: OperationRow): BulkActionInput =>
  createOperation.body.shape.action.parse(storedAction(deps, row));

export function toOperation(deps: Deps, row: ListedOperation): Operation {
  const { id, state, agent_id, agent_name, total, changed, skipped, rejected, undone, kept } = row;
  const pending = total - changed - skipped - rejected;
  return {
    ...{ id, state, agent_id, agent_name, action: storedAction(deps, row) },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    counts: { total, pending, changed, skipped, rejected, undone, kept },
    undo_until: row.undo_until?.toISOString() ?? null,
    can_undo: canUndo(row, deps.clock.now()),
    waiting: waitingOf(row),
    undone_at: row.undone_at?.toISOString() ?? null,
    undone_by: row.undone_by_name,
  };
}

function waitingOf({ state, waiting_since }: OperationRow): Operation['waiting'] {
  if (state !== 'running' || waiting_since === null) return null;
  const until = new Date(waiting_since.getTime() + MAX_WAIT_MS);
  return { since: waiting_since.toISOString(), until: until.toISOString() };
}

/** Also after an undo that left something, perhaps because its agent had no access to it. */
export function canUndo({ state, changed, kept, undo_until }: OperationRow, now: Date): boolean {
  const isLeft = (state === 'done' && changed > 0) || (state === 'undone' && kept > 0);
  return isLeft && undo_until !== null && now < undo_until;
}
