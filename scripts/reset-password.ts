import { randomBytes } from 'node:crypto';
import { StartupError } from '../host/src/startup-error.ts';
import { findAgentByUsername } from '../server/src/features/people/agents/manage-agents.ts';
import { changeAgent } from '../server/src/features/people/agents/repository.ts';
import { endSignIns } from '../server/src/features/people/sign-in/sign-in.ts';
import { writeAudit } from '../server/src/platform/audit/audit.ts';
import { hashPassword } from '../server/src/platform/auth/passwords.ts';
import { openBesideServer } from '../server/src/platform/backup/installation.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { Context } from '../server/src/platform/context.ts';
import { type Database, openDatabase } from '../server/src/platform/database/database.ts';
import { runCommand } from './installation.ts';

/** Sets a new password, ends every sign-in of the agent and leaves an audit row. */
async function resetPassword(db: Database, username: string, password: string): Promise<void> {
  const agent = await findAgentByUsername(db, username);
  if (!agent) throw new StartupError(`There is no agent with the username ${username}.`);
  await changeAgent(db, agent.id, { password_hash: await hashPassword(password) });
  await endSignIns(db, agent.id, null, systemClock.now());
  const ctx = {
    actor: { kind: 'system' },
    db,
    deps: { clock: systemClock },
    address: 'command line',
    requestId: 'agent:password',
  } as Context;
  await writeAudit(ctx, [{ action: 'password_changed', entity: 'agent', entity_id: agent.id }]);
}

/** npm run agent:password -- <username>: for somebody who lost it; works beside a running server. */
await runCommand(async (config, [username]) => {
  if (!username) throw new StartupError('Name the agent: npm run agent:password -- <username>');
  const installation = await openBesideServer(config);
  const database = openDatabase(installation.url, { max: 1, onError: () => undefined });
  try {
    const password = randomBytes(9).toString('base64url');
    await database.transaction((db) => resetPassword(db, username, password));
    console.log(`New password of ${username}: ${password}`);
  } finally {
    await database.close();
    await installation.close();
  }
});
