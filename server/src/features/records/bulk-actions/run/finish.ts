import { undoUntil } from '@ledgerline/contract/rules';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import type { BulkAction } from '../bulk-action.ts';
import * as repository from '../repository.ts';

/** Ends a run: from now on it can be undone, if its kind can. */
export async function finish(
  ctx: Context,
  row: repository.OperationRow,
  { undo }: Pick<BulkAction, 'undo'>,
): Promise<void> {
  const now = ctx.deps.clock.now();
  const undo_until = undo ? undoUntil(now) : null;
  const done = { state: 'done', finished_at: now, undo_until, waiting_since: null } as const;
  await repository.changeOperation(ctx.db, row.id, done, now);
  const { kind, total, changed, skipped, rejected } = row;
  const new_value = { kind, total, changed, skipped, rejected };
  await auditAction(ctx, 'bulk_changed', 'operation', row.id, { new_value });
}
