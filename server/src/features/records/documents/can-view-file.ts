import { withAccessScopeOf } from '#features/people/teams/access-scope.ts';
import type { Context } from '#platform/context.ts';
import { visibleIdsOf } from '#platform/database/visible-rows.ts';
import type { FileReader } from '#platform/storage/file-url.ts';

const TABLE_OF = { document: 'documents', session_form: 'session_forms' } as const;

/** Whether the agent who received a file URL can still see its client (decision 071). */
export async function canViewFile({ db }: Context, { id, of, of_id }: FileReader): Promise<boolean> {
  if (of === 'template') return true;
  return withAccessScopeOf(db, id, async () => (await visibleIdsOf(db, TABLE_OF[of], [of_id])).length > 0);
}
