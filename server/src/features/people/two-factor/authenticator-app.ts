import type * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { findAgentById } from '#features/people/agents/manage-agents.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { isPassword } from '#platform/auth/passwords.ts';
import { keyUri, matchingStep, newTotpSecret } from '#platform/auth/totp.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import { isFirstUse } from './claim-code.ts';
import { createMissingCodes } from './create-recovery-codes.ts';
import { notifyAgent } from './notify-agent.ts';
import { deleteDevicesOf } from './remembered-devices/repository.ts';
import { assertTwoFactorOptional, removeUnusableCodes } from './remove-methods.ts';
import * as repository from './repository.ts';
import { readRecoveryCode } from './rules.ts';

type Ctx = Context<AgentActor>;

const APP_EXISTS = 'You already have an authenticator app. Remove it before you set up another one.';
const NOT_STARTED = 'The setup was not started, or was restarted elsewhere. Please start again.';
const WRONG_CODE = 'That code is incorrect. Check that your phone’s clock is correct, then try again.';

/** Creates a secret for an app and replaces an unconfirmed one. */
export async function startApp(ctx: Ctx): Promise<ReplyOf<typeof endpoints.startApp>> {
  const { actor, db, deps } = ctx;
  await repository.lockTwoFactorMethods(db, actor.id);
  if ((await repository.findApp(db, actor.id))?.confirmed_at)
    throw new AppError('wrong_state', { message: APP_EXISTS });
  await repository.removeApp(db, actor.id);
  const { id } = await repository.insertApp(db, { agent_id: actor.id, created_at: deps.clock.now() });
  const secret = newTotpSecret();
  await repository.changeApp(db, id, { secret: deps.cipher.encrypt(secret, secretAad(id)) });
  const agent = await findAgentById(db, actor.id);
  const key_uri = keyUri({ issuer: deps.config.BRAND, username: agent?.username ?? '', secret });
  return { success: true, data: { secret, key_uri } };
}

/** The first correct code confirms the app and is used up by it. */
export async function confirmApp(ctx: Ctx, typed: string): Promise<ReplyOf<typeof endpoints.confirmApp>> {
  const { actor, db, deps } = ctx;
  const now = deps.clock.now();
  await repository.lockTwoFactorMethods(db, actor.id);
  const app = await repository.findApp(db, actor.id);
  if (!app || app.confirmed_at)
    throw new AppError('wrong_state', { message: app ? APP_EXISTS : NOT_STARTED });
  const step = matchingStep(secretOf(ctx, app), typed.replaceAll(/\s/g, ''), now);
  if (step === null || !(await isFirstUse(ctx, `totp:${app.id}:${step}`)))
    throw wrongField('code', WRONG_CODE);
  await repository.changeApp(db, app.id, { confirmed_at: now });
  await deleteDevicesOf(db, actor.id);
  await auditAction(ctx, 'second_factor_added', 'agent', actor.id, { field: 'app' });
  await notifyAgent(ctx, actor.id, { what: 'app_added' });
  return { success: true, data: { recovery_codes: await createMissingCodes(ctx) } };
}

export async function removeApp(ctx: Ctx): Promise<{ success: true; message: string }> {
  const { actor, db } = ctx;
  await repository.lockTwoFactorMethods(db, actor.id);
  if (!(await repository.removeApp(db, actor.id)))
    throw new AppError('not_found', { message: 'You have no authenticator app to remove.' });
  await assertTwoFactorOptional(ctx);
  await removeUnusableCodes(ctx);
  await deleteDevicesOf(db, actor.id);
  await auditAction(ctx, 'second_factor_removed', 'agent', actor.id, { field: 'app' });
  await notifyAgent(ctx, actor.id, { what: 'app_removed' });
  return { success: true, message: 'Authenticator app removed.' };
}

/**
 * Whether a code authenticates an agent: from the authenticator app, or a recovery code. Either works once;
 * if the transaction rolls back, it counts as unused. Call `countGuess` first.
 */
export async function isRightCode(ctx: Context, agentId: number, code: string): Promise<boolean> {
  const typed = code.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(typed) ? isAppCode(ctx, agentId, typed) : isRecoveryCode(ctx, agentId, code);
}

async function isAppCode(ctx: Context, agentId: number, code: string): Promise<boolean> {
  const app = await repository.findApp(ctx.db, agentId);
  if (!app?.confirmed_at) return false;
  const step = matchingStep(secretOf(ctx, app), code, ctx.deps.clock.now());
  if (step === null || !(await isFirstUse(ctx, `totp:${app.id}:${step}`))) return false;
  await repository.changeApp(ctx.db, app.id, { last_used_at: ctx.deps.clock.now() });
  return true;
}

/** The secret of an app in base32. */
function secretOf({ deps }: Context, { id, secret }: repository.AppRow): string {
  return deps.cipher.decrypt(secret ?? '', secretAad(id));
}

const secretAad = (row: number) => ({ table: 'authenticator_apps', row, field: 'secret' });

async function isRecoveryCode(ctx: Context, agentId: number, typed: string): Promise<boolean> {
  const code = readRecoveryCode(typed);
  if (code === null) return false;
  for (const { id, code_hash } of await repository.lockUnusedCodes(ctx.db, agentId)) {
    if (!(await isPassword(code_hash, code))) continue;
    await repository.recordCodeUse(ctx.db, id, ctx.deps.clock.now());
    await auditAction(ctx, 'recovery_code_used', 'agent', agentId);
    const left = await repository.countUnusedCodes(ctx.db, agentId);
    await notifyAgent(ctx, agentId, { what: 'recovery_code_used', left });
    return true;
  }
  return false;
}
