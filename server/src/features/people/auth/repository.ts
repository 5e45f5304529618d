import {
  AGENT_FLAGS,
  DEFAULT_IDLE_MINUTES,
  DEFAULT_NEED_TO_KNOW,
  type NeedToKnow,
  type TwoFactorRule,
} from '@ledgerline/contract/rules';
import { HAS_TWO_FACTOR } from '#features/people/agents/has-two-factor.ts';
import type { AgentActor } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { stored } from '#platform/database/rows.ts';
import { signIns } from './schema.ts';

const FLAGS = AGENT_FLAGS.map((flag) => `a.${flag}`).join(', ');

/** A sign-in with its agent, and whether it may do more than set up two-factor authentication. */
export interface FoundSignIn {
  actor: AgentActor;
  /** The required two-factor policy; null if owners never set one. */
  rule: TwoFactorRule | null;
  has_factor: boolean;
  last_used_at: Date | null;
  last_active_at: Date | null;
  locked_at: Date | null;
  idle_minutes: number;
  /** Which clients agents see, as set by owners. */
  sees: NeedToKnow;
}

/** A sign-in row with its agent, as the token check needs them. */
export async function findLiveSignIn(
  db: Database,
  signIn: { id: number; agent_id: number; now: Date },
): Promise<FoundSignIn | null> {
  const [row] = await db.query<
    Omit<AgentActor, 'kind' | 'authenticatedAt' | 'accessScope'> &
      Omit<FoundSignIn, 'actor'> & { authenticatedAt: Date }
  >(
    `select a.id, a.first_name || ' ' || a.last_name as name, s.id as "signInId", s.proved_at as "authenticatedAt",
            s.created_at as "signedInAt", s.reauthenticated_at as "reauthenticatedAt", ${FLAGS},
            s.last_used_at, s.last_active_at, coalesce(n.sees, '${DEFAULT_NEED_TO_KNOW}') as sees, s.locked_at,
            coalesce(r.idle_minutes, ${DEFAULT_IDLE_MINUTES}) as idle_minutes,
            r.second_factor as rule,
            coalesce(r.second_factor, 'nobody') <> 'nobody' and (s.has_provider_step or ${HAS_TWO_FACTOR}) as has_factor
       from sign_ins s join agents a on a.id = s.agent_id left join sign_in_rules r on true left join need_to_know n on true
      where s.id = $1 and s.agent_id = $2 and s.revoked_at is null and s.expires_at > $3`,
    [signIn.id, signIn.agent_id, signIn.now],
    'find_live_sign_in',
  );
  if (!row) return null;
  const { rule, has_factor, last_used_at, last_active_at, locked_at, idle_minutes, sees, ...agent } = row;
  const times = { last_used_at, last_active_at, locked_at, idle_minutes };
  return { actor: { kind: 'agent', ...agent }, rule, has_factor, sees, ...times };
}

/** Whether the agent signed in by single sign-on. */
export async function isBySso(db: Database, id: number): Promise<boolean> {
  const [row] = await db.query<{ by_sso: boolean }>('select by_sso from sign_ins where id = $1', [id]);
  return row?.by_sso === true;
}

/** The agent has re-authenticated: the sign-in is unlocked. */
export async function recordReauthentication(db: Database, id: number, now: Date): Promise<void> {
  await db.query(
    `update sign_ins set proved_at = $2, reauthenticated_at = $2, locked_at = null,
            last_active_at = case when last_active_at is not null then $2::timestamptz end
      where id = $1`,
    [id, now],
  );
}

/** To the minute: only one of several concurrent requests writes. */
export async function recordUse(
  db: Database,
  id: number,
  { now, isScreen }: { now: Date; isScreen: boolean },
): Promise<void> {
  await db.query(
    `update sign_ins set last_used_at = $2, last_active_at = case
        when $3 then coalesce(last_active_at, $2) when last_active_at is not null then $2::timestamptz end
      where id = $1 and locked_at is null and (
        last_used_at is null or abs(extract(epoch from $2::timestamptz - last_used_at)) >= 60
        or ($3 and last_active_at is null))`,
    [id, now, isScreen],
    'note_sign_in_used',
  );
}

/**
 * Records activity at the screen. A sign-in locked in the meantime stays locked, and one that no screen has
 * used is not affected.
 */
export async function recordActive(db: Database, id: number, now: Date): Promise<void> {
  await db.query(
    'update sign_ins set last_active_at = $2 where id = $1 and locked_at is null and last_active_at is not null',
    [id, now],
    'note_sign_in_active',
  );
}

/** From now on only re-authentication unlocks it, whatever the clock or the setting. */
export async function lockSignIn(db: Database, id: number, now: Date): Promise<void> {
  await db.query('update sign_ins set locked_at = $2 where id = $1 and locked_at is null', [id, now]);
}

type OpenSignIn = Pick<
  typeof signIns.$inferSelect,
  'id' | 'created_at' | 'address' | 'user_agent' | 'last_used_at'
>;

/** The active sign-ins of an agent, last used first, at most `limit`, and their total. */
export async function findOpenSignIns(
  db: Database,
  agentId: number,
  { now, limit }: { now: Date; limit: number },
): Promise<{ rows: OpenSignIn[]; total: number }> {
  const rows = await db.query<OpenSignIn & { total: number }>(
    `select id, created_at, address, user_agent, last_used_at, (count(*) over ())::int as total
       from sign_ins where agent_id = $1 and revoked_at is null and expires_at > $2
      order by coalesce(last_used_at, created_at) desc, id desc limit $3`,
    [agentId, now, limit],
  );
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

/** Ends one sign-in of this agent if it is active; returns the fields for the audit log. */
export async function endOpenSignIn(
  db: Database,
  signIn: { id: number; agent_id: number; now: Date },
): Promise<Pick<OpenSignIn, 'address' | 'user_agent'> | undefined> {
  const [row] = await db.query<Pick<OpenSignIn, 'address' | 'user_agent'>>(
    `update sign_ins set revoked_at = $3
      where id = $1 and agent_id = $2 and revoked_at is null and expires_at > $3 returning address, user_agent`,
    [signIn.id, signIn.agent_id, signIn.now],
  );
  return row;
}

export async function insertSignIn(
  db: Database,
  row: Omit<typeof signIns.$inferInsert, 'id'>,
): Promise<number> {
  return (await stored(db.orm.insert(signIns).values(row).returning())).id;
}

export async function revokeSignIn(db: Database, id: number, now: Date): Promise<void> {
  await db.query('update sign_ins set revoked_at = $2 where id = $1 and revoked_at is null', [id, now]);
}

/** Where an agent signed in from, as far back as sign-ins are retained. */
export async function addressesOf(db: Database, agentId: number): Promise<string[]> {
  const rows = await db.query<{ address: string }>(
    'select distinct address from sign_ins where agent_id = $1 and address is not null',
    [agentId],
  );
  return rows.map(({ address }) => address);
}

/**
 * The devices and addresses an agent signed in with, as far back as sign-ins are retained; empty before the
 * first sign-in.
 */
export function devicesOf(
  db: Database,
  agentId: number,
): Promise<Pick<OpenSignIn, 'address' | 'user_agent'>[]> {
  return db.query('select distinct address, user_agent from sign_ins where agent_id = $1', [agentId]);
}

/** Ends every active sign-in of an agent except the given one, if any; returns how many. */
export async function revokeSignInsOf(
  db: Database,
  agentId: number,
  except: number | null,
  now: Date,
): Promise<number> {
  const ended = await db.query(
    `update sign_ins set revoked_at = $3
      where agent_id = $1 and revoked_at is null and expires_at > $3 and id is distinct from $2 returning id`,
    [agentId, except, now],
  );
  return ended.length;
}

/** The last one of each agent stays, so that the next sign-in is not mistaken for the first. */
export async function deleteEndedBefore(db: Database, instant: Date): Promise<void> {
  await db.query(
    `delete from sign_ins s where coalesce(s.revoked_at, s.expires_at) < $1
        and exists (select from sign_ins n where n.agent_id = s.agent_id and n.id > s.id)`,
    [instant],
  );
}
