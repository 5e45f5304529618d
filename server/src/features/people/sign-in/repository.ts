import { AGENT_FLAGS } from '@ledgerline/contract/rules';
import type { AgentActor } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { stored } from '#platform/database/rows.ts';
import { signIns } from './schema.ts';

const FLAGS = AGENT_FLAGS.map((flag) => `a.${flag}`).join(', ');

/** A sign-in row with its agent, as the token check needs them. */
export async function findLiveSignIn(
  db: Database,
  signIn: { id: number; agent_id: number; now: Date },
): Promise<AgentActor | null> {
  const [row] = await db.query<Omit<AgentActor, 'kind'>>(
    `select a.id, a.first_name || ' ' || a.last_name as name, s.id as "signInId", ${FLAGS}
       from sign_ins s join agents a on a.id = s.agent_id
      where s.id = $1 and s.agent_id = $2 and s.revoked_at is null and s.expires_at > $3`,
    [signIn.id, signIn.agent_id, signIn.now],
    'find_live_sign_in',
  );
  return row ? { kind: 'agent', ...row } : null;
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

/** Where an agent signed in from, as far back as sign-ins are kept. */
export async function addressesOf(db: Database, agentId: number): Promise<string[]> {
  const rows = await db.query<{ address: string }>(
    'select distinct address from sign_ins where agent_id = $1 and address is not null',
    [agentId],
  );
  return rows.map(({ address }) => address);
}

/** Ends every sign-in of an agent but the one named, if any. */
export async function revokeSignInsOf(
  db: Database,
  agentId: number,
  except: number | null,
  now: Date,
): Promise<void> {
  await db.query(
    'update sign_ins set revoked_at = $3 where agent_id = $1 and revoked_at is null and id is distinct from $2',
    [agentId, except, now],
  );
}

export async function deleteEndedBefore(db: Database, instant: Date): Promise<void> {
  await db.query('delete from sign_ins where coalesce(revoked_at, expires_at) < $1', [instant]);
}
