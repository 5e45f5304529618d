import { auditAction } from '#platform/audit/audit.ts';
import { isPassword } from '#platform/auth/passwords.ts';
import { matchingStep } from '#platform/auth/totp.ts';
import type { Context } from '#platform/context.ts';
import { isFirstUse } from './claim-code.ts';
import { notifyAgent } from './notify-agent.ts';
import * as repository from './repository.ts';
import { readRecoveryCode } from './rules.ts';

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
export function secretOf({ deps }: Context, { id, secret }: repository.AppRow): string {
  return deps.cipher.decrypt(secret ?? '', secretAad(id));
}

export const secretAad = (row: number) => ({ table: 'authenticator_apps', row, field: 'secret' });

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
