import type { QueryClient } from '@tanstack/react-query';
import type { LedgerCalls } from './api.ts';

/** Writes to these fields invalidate the status counts. */
const COUNTED: readonly string[] = ['status', 'owner_agent_id'];

interface Written {
  ids: readonly number[];
  fields: readonly string[];
  /** Whether clients were added or removed. */
  isMoved?: boolean;
}

/**
 * Wraps the calls to invalidate other screens of this tab after a save, because a tab does not receive its own live
 * events. Lists and clients refetch when next shown, the status counts immediately.
 */
export function markingStale(calls: LedgerCalls, queryClient: QueryClient): LedgerCalls {
  const mark = ({ ids, fields, isMoved = false }: Written) => {
    const written = new Set(ids);
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [what, which] }) =>
        (what === 'clients' && which === 'list') || (what === 'client' && written.has(Number(which))),
      refetchType: 'none',
    });
    if (isMoved || fields.some((field) => COUNTED.includes(field)))
      void queryClient.invalidateQueries({ queryKey: ['clients', 'ledger-counts'] });
  };
  return {
    ...calls,
    async saveCell(id, field, value, options) {
      const record = await calls.saveCell(id, field, value, options);
      mark({ ids: [id], fields: [field] });
      return record;
    },
    async createRow(field, value, options) {
      const record = await calls.createRow(field, value, options);
      mark({ ids: [record.id], fields: [field], isMoved: true });
      return record;
    },
    async saveCells(body, idempotencyKey) {
      const reply = await calls.saveCells(body, idempotencyKey);
      const { cells = [], restore = [], create = [], remove = [] } = body;
      const changed = [...cells, ...restore];
      mark({
        ids: [...changed.map(({ id }) => id), ...remove].map(Number),
        fields: changed.map(({ field }) => field),
        isMoved: create.length + remove.length > 0,
      });
      return reply;
    },
  };
}
