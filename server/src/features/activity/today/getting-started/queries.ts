import { FIRST_AGENT_ID, type GettingStartedStep, WEB_FORM_MARKERS } from '@ledgerline/contract/rules';
import type { Database } from '#platform/database/database.ts';

/** Which steps are done according to the database; the public address and email are settings of the server. */
export type StoredSteps = Record<Exclude<GettingStartedStep, 'address' | 'mail'>, boolean> & {
  is_dismissed: boolean;
};

/**
 * For one owner. The first agent starts with a password that was set or printed at first start, and has a personal one once an agent has
 * set it. The built-in web forms do not count as templates of the brokerage.
 */
export async function findGettingStarted(db: Database, agentId: number): Promise<StoredSteps> {
  const [found] = await db.query<StoredSteps>(
    `select $1::bigint <> $2::bigint or exists (select from audit_events
                                 where entity = 'agent' and entity_id = $1 and action = 'password_changed'
                                   and actor_kind = 'agent') as sign_in,
            exists (select from agents where id <> $1) as colleague,
            exists (select from clients) as client,
            exists (select from global_forms where lower(form_link_id) <> all($3::text[])) as template,
            exists (select from secure_links where created_by is not null) as link,
            exists (select from first_day_dismissals where agent_id = $1) as is_dismissed`,
    [agentId, FIRST_AGENT_ID, WEB_FORM_MARKERS],
  );
  if (!found) throw new Error('the getting started list could not be loaded');
  return found;
}
