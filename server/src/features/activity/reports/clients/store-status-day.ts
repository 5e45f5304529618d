import { CLIENT_STATUSES } from '@ledgerline/contract/clients/statuses';
import { brokerageDay, type Deps } from '#platform/context.ts';
import { groupByStatus } from './queries.ts';
import * as repository from './repository.ts';

/**
 * Stores how many clients have each status and owner on the present day, in place of an earlier count of the day. The last run
 * before midnight remains. A day without a run has no counts: the past is never computed.
 */
export async function storeStatusDay(deps: Deps): Promise<void> {
  await deps.database.transaction(async (db) => {
    await repository.lockDays(db);
    const day = brokerageDay(deps);
    const groups = await groupByStatus(db);
    const missing = CLIENT_STATUSES.filter(
      (status) => !groups.some((group) => group.status === status && group.agent_id === null),
    );
    const zeros = missing.map((status) => ({ status, agent_id: null, clients: 0 }));
    await repository.replaceDay(db, day, [...groups, ...zeros]);
  });
}
