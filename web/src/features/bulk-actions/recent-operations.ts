import { listOperations, type Operation } from '@ledgerline/contract/bulk-actions/endpoints';
import { listMerges } from '@ledgerline/contract/clients/merging/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { type Import, type ImportState, listImports } from '@ledgerline/contract/imports/endpoints';
import { countText, undoableSince, undoUntil } from '@ledgerline/contract/rules';
import { queryOptions } from '@tanstack/react-query';
import { actionText, clientsText, recordsText, textsOf } from '../../domain/bulk-actions/action-texts.ts';
import { isWorking } from '../../domain/bulk-actions/use-operations.ts';
import { dayText, momentText } from '../../domain/days.ts';
import { api } from '../../lib/api.ts';

/** One entry of the list, whatever its kind. */
export interface RecentOperation {
  key: string;
  at: string;
  /** When it finished, which starts its undo period; null while it runs. */
  finished: string | null;
  by: string;
  text: string;
  clients: string;
  state: string;
  /** Where its result and its undo are. */
  href: string;
}

type Merge = ReplyOf<typeof listMerges>['data'][number];

/** Uses the query keys of the lists, which live events invalidate. */
export const recentQueries = {
  operations: queryOptions({
    queryKey: ['operations', 'list'],
    queryFn: async ({ signal }) => (await api(listOperations, { signal })).data.map(ofOperation),
    staleTime: 0,
  }),
  imports: queryOptions({
    queryKey: ['imports', 'recent'],
    queryFn: async ({ signal }) => (await api(listImports, { signal })).data.flatMap(ofImport),
    staleTime: 0,
  }),
  merges: queryOptions({
    queryKey: ['clients', 'list', 'recent-merges'],
    queryFn: async ({ signal }) => (await api(listMerges, { signal })).data.map(ofMerge),
    staleTime: 0,
  }),
};

/** All kinds together, newest first, that finished within the undo period of 30 days or have not finished. */
export function newestFirst(lists: readonly RecentOperation[][], now: Date): RecentOperation[] {
  const since = undoableSince(now).toISOString();
  return lists
    .flat()
    .filter(({ at, finished }) => (finished ?? at) >= since)
    .sort((a, b) => b.at.localeCompare(a.at));
}

function ofOperation(operation: Operation): RecentOperation {
  const { id, counts } = operation;
  return {
    ...{ key: `operation-${id}`, at: operation.created_at, by: operation.agent_name },
    finished: operation.finished_at,
    text: actionText(operation.action),
    clients: recordsText(operation.action, counts.changed),
    state: operationState(operation),
    href: `/crm/bulk-actions/${id}`,
  };
}

function operationState(operation: Operation): string {
  const { state, counts, undone_at, undone_by, undo_until, can_undo } = operation;
  if (operation.waiting) return 'Waiting for the payment provider';
  if (isWorking(operation)) return state === 'running' ? 'Running' : 'Being undone';
  if (undone_at !== null) {
    const kept = counts.kept > 0 ? `, ${clientsText(counts.kept)} not completely` : '';
    return `Undone ${momentText(undone_at)}${undone_by ? ` by ${undone_by}` : ''}${kept}`;
  }
  if (counts.changed === 0) return 'Nothing was changed';
  if (can_undo && undo_until) return `Can be undone until ${dayText(undo_until)}`;
  return textsOf(operation.action).cannotUndo;
}

const IMPORT_STATES: Partial<Record<ImportState, string>> = {
  running: 'Running',
  done: 'Changed nothing',
  failed: 'Stopped; can be continued',
  reverting: 'Being reverted',
  reverted: 'Reverted',
};

const lastDay = (finished: string): string => dayText(undoUntil(new Date(finished)).toISOString());

/** None for an import that has not run. */
function ofImport({ id, state, counts, kind, ...one }: Import): RecentOperation[] {
  const written = counts.created + counts.updated;
  const shown =
    state === 'done' && written > 0 && one.finished_at !== null
      ? `Can be reverted until ${lastDay(one.finished_at)}`
      : IMPORT_STATES[state];
  const orReverted = state === 'failed' && written > 0 ? ' or reverted' : '';
  if (shown === undefined) return [];
  const rows = (count: number) =>
    kind === 'clients' ? clientsText(count) : countText(count, 'policy', 'policies');
  const kept = state === 'reverted' && counts.kept > 0 ? `, ${rows(counts.kept)} not completely` : '';
  return [
    {
      ...{ key: `import-${id}`, at: one.created_at, by: one.agent_name, finished: one.finished_at },
      text: `Import “${one.file_name}”`,
      clients: rows(written),
      state: shown + orReverted + kept,
      href: `/crm/imports/${id}`,
    },
  ];
}

function ofMerge(merge: Merge): RecentOperation {
  const others = merge.merged.map(({ name }) => name || 'No name').join(', ');
  const into = merge.client_name || 'No name';
  return {
    ...{ key: `merge-${merge.id}`, at: merge.merged_at, by: merge.merged_by, finished: merge.merged_at },
    text: merge.undone_at === null ? `Merge ${others} into ${into}` : `Merge into ${into}`,
    clients: merge.undone_at === null ? clientsText(merge.merged.length + 1) : '',
    state:
      merge.undone_at === null
        ? `Can be undone until ${lastDay(merge.merged_at)}`
        : `Undone ${momentText(merge.undone_at)}`,
    href: '/crm/clients/merge',
  };
}
