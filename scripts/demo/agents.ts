import { insertAgent } from '../../server/src/features/people/agents/repository.ts';
import { insertSignIn } from '../../server/src/features/people/auth/repository.ts';
import { hashPassword } from '../../server/src/platform/auth/passwords.ts';
import type { Demo } from './demo.ts';

const TEAM = [
  { first_name: 'Avery', last_name: 'Stone', is_advisor: true, has_all_staff_access: true },
  { first_name: 'Blake', last_name: 'Rivers', is_advisor: true },
  { first_name: 'Casey', last_name: 'Fields' },
  { first_name: 'Devon', last_name: 'Marsh', is_developer: true },
];

/** Creates a small team in addition to the owner; all use the owner's demo password. */
export async function fillAgents(demo: Demo): Promise<string> {
  const { config } = demo.ctx.deps;
  const password_hash = await hashPassword(config.OWNER_PASSWORD ?? 'quiet-maple-72');
  demo.agentIds.push(1);
  for (const member of TEAM) {
    const username = member.first_name.toLowerCase();
    const agent = await insertAgent(demo.ctx.db, {
      ...member,
      username,
      email: `${username}@example.com`,
      password_hash,
    });
    demo.agentIds.push(agent.id);
  }
  for (const agent_id of demo.agentIds) await openSignInOf(demo, agent_id);
  return `${TEAM.length} agents: ${TEAM.map(({ first_name }) => first_name.toLowerCase()).join(', ')}`;
}

const YEAR_MS = 366 * 24 * 3_600_000;

/** Creates a sign-in that covers the entire simulated period. */
async function openSignInOf({ ctx, signInIds }: Demo, agent_id: number): Promise<void> {
  const now = ctx.deps.clock.now().getTime();
  const id = await insertSignIn(ctx.db, {
    agent_id,
    created_at: new Date(now - YEAR_MS),
    expires_at: new Date(now + YEAR_MS),
  });
  signInIds.set(agent_id, id);
}

/** Deletes the sign-ins instead of ending them, so that an agent's first real sign-in is not reported as a new device. */
export async function removeSignIns({ ctx, signInIds }: Demo): Promise<void> {
  await ctx.db.query('delete from sign_ins where id = any($1)', [[...signInIds.values()]]);
}
