import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@ledgerline/contract/rules';
import { auditAction } from '#platform/audit/audit.ts';
import { hashPassword } from '#platform/auth/passwords.ts';
import { toBase32 } from '#platform/auth/totp.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { hasTwoFactor, twoFactorMethodsOf } from './find-methods.ts';
import { notifyAgent } from './notify-agent.ts';
import * as repository from './repository.ts';
import { shownRecoveryCode } from './rules.ts';

type Ctx = Context<AgentActor>;

const CODE_BYTES = 10;

/** A set that replaces the previous one; returned in plain text only here. */
async function createCodes(ctx: Ctx): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(CODE_BYTES)));
  await repository.replaceCodes(ctx.db, ctx.actor.id, await Promise.all(codes.map(hashPassword)));
  return codes.map(shownRecoveryCode);
}

/** With the first method, or if no codes are left; null if there are some. */
export async function createMissingCodes(ctx: Ctx): Promise<string[] | null> {
  return (await repository.countUnusedCodes(ctx.db, ctx.actor.id)) > 0 ? null : createCodes(ctx);
}

export async function renewRecoveryCodes(
  ctx: Ctx,
): Promise<{ success: true; data: { recovery_codes: string[] } }> {
  await repository.lockTwoFactorMethods(ctx.db, ctx.actor.id);
  if (!hasTwoFactor(await twoFactorMethodsOf(ctx.db, ctx.actor.id)))
    throw new AppError('wrong_state', {
      message: 'Recovery codes require two-factor authentication. Please set it up first.',
    });
  const recovery_codes = await createCodes(ctx);
  await auditAction(ctx, 'recovery_codes_made', 'agent', ctx.actor.id);
  await notifyAgent(ctx, ctx.actor.id, { what: 'recovery_codes_made' });
  return { success: true, data: { recovery_codes } };
}
