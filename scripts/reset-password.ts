import { randomBytes } from 'node:crypto';
import { StartupError } from '../host/src/startup-error.ts';
import { findAgentByUsername } from '../server/src/features/people/agents/manage-agents.ts';
import { changeAgent } from '../server/src/features/people/agents/repository.ts';
import { endSignIns } from '../server/src/features/people/auth/sign-in.ts';
import { emergencyEnd } from '../server/src/features/people/auth/sso/rules.ts';
import { deleteTwoFactor } from '../server/src/features/people/two-factor/remove-methods.ts';
import { writeAudit } from '../server/src/platform/audit/audit.ts';
import { hashPassword } from '../server/src/platform/auth/passwords.ts';
import { connectToInstallation } from '../server/src/platform/backup/installation.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { Context } from '../server/src/platform/context.ts';
import { type Database, openDatabase } from '../server/src/platform/database/database.ts';
import { runCommand } from './installation.ts';

interface Reset {
  username: string;
  password: string;
  removesTwoFactor: boolean;
  /** While passwords are turned off, this one still works for a day. */
  isEmergency: boolean;
}

/**
 * Sets a new password, ends all sign-ins of the agent and audits the change; on request removes two-factor
 * authentication.
 */
async function resetPassword(db: Database, reset: Reset): Promise<void> {
  const { username, password, removesTwoFactor, isEmergency } = reset;
  const now = systemClock.now();
  const agent = await findAgentByUsername(db, username);
  if (!agent) throw new StartupError(`There is no agent with the username ${username}.`);
  const password_until = isEmergency ? emergencyEnd(now) : null;
  await changeAgent(db, agent.id, {
    password_hash: await hashPassword(password),
    password_changed_at: now,
    password_until,
  });
  await endSignIns(db, agent.id, null, now);
  const ctx = {
    actor: { kind: 'system' },
    db,
    deps: { clock: systemClock },
    address: 'command line',
    requestId: 'agent:password',
  } as Context;
  const entry = { entity: 'agent', entity_id: agent.id };
  await writeAudit(ctx, [{ ...entry, action: 'password_changed' }]);
  if (removesTwoFactor && (await deleteTwoFactor(db, agent.id)))
    await writeAudit(ctx, [{ ...entry, action: 'second_factor_removed', field: 'all' }]);
}

const REMOVE = '--remove-second-steps';

/**
 * npm run agent:password -- <username> [--remove-second-steps]: resets a lost password; works beside a running server.
 */
await runCommand(async (config, args) => {
  const removesTwoFactor = args.includes(REMOVE);
  const [username] = args.filter((word) => word !== REMOVE);
  if (!username)
    throw new StartupError(`Specify the agent: npm run agent:password -- <username> [${REMOVE}]`);
  const installation = await connectToInstallation(config);
  const database = openDatabase(installation.url, { max: 1, onError: () => undefined });
  try {
    const password = randomBytes(16).toString('base64url');
    const isEmergency = config.SSO_ONLY;
    await database.transaction((db) =>
      resetPassword(db, { username, password, removesTwoFactor, isEmergency }),
    );
    console.log(`New password for ${username}: ${password}`);
    if (isEmergency) console.log('Passwords are turned off (SSO_ONLY): this one works for 24 hours.');
    if (removesTwoFactor) console.log(`Two-factor authentication was removed from ${username}.`);
  } finally {
    await database.close();
    await installation.close();
  }
});
