import type { AgentPrivileges } from '@ledgerline/contract/rules';
import { HAS_TWO_FACTOR } from '#features/people/agents/has-two-factor.ts';
import type { Database } from '#platform/database/database.ts';

const MAX_LISTED = 500;

/** Agents without two-factor authentication, by name; at most as many as a screen shows. */
export function listWithoutTwoFactor(
  db: Database,
): Promise<({ id: number; name: string } & AgentPrivileges)[]> {
  return db.query(
    `select a.id, a.first_name || ' ' || a.last_name as name, a.is_owner, a.is_developer, a.has_all_staff_access
       from agents a
      where not ${HAS_TWO_FACTOR}
      order by lower(a.last_name), lower(a.first_name), a.id limit ${MAX_LISTED}`,
  );
}
