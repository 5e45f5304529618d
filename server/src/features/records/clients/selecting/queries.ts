import type { StatusFilter } from '@ledgerline/contract/clients/statuses';
import type { Database } from '#platform/database/database.ts';
import type { AppliedFilter } from '#platform/database/filter-condition.ts';
import { clientFilterCondition } from '../filter-columns.ts';
import {
  type OwnerId,
  ownerCondition,
  searchCondition,
  searchPatterns,
  statusCondition,
} from '../queries.ts';

export interface SelectedView {
  status: StatusFilter;
  owner: OwnerId | undefined;
  q?: string | undefined;
  filter: AppliedFilter | undefined;
}

/** The first clients of a list in id order. */
export async function findSelected(db: Database, view: SelectedView, limit: number): Promise<number[]> {
  const words = searchPatterns(view.q ?? '');
  const values: unknown[] = [...words];
  const conditions = [
    statusCondition(view.status),
    ownerCondition(view.owner),
    ...(words.length > 0 ? [searchCondition(words, 1)] : []),
    ...(view.filter ? [clientFilterCondition(view.filter, 'client_outlines', values)] : []),
  ];
  const rows = await db.arrays<[number]>(
    `select client_id from client_outlines where ${conditions.join(' and ')}
      order by client_id limit $${values.length + 1}`,
    [...values, limit],
  );
  return rows.map(([id]) => Number(id));
}
