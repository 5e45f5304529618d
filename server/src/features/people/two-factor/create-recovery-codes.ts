import { randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@ledgerline/contract/rules';
import { auditAct } from '#platform/audit/audit.ts';
import { hashPassword } from '#platform/auth/passwords.ts';
import { toBase32 } from '#platform/auth/totp.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { factorsOf, hasFactor } from './find-methods.ts';
import * as repository from './repository.ts';
import { shownRecoveryCode } from './rules.ts';
import { tellAgent } from './notify-agent.ts';

type Ctx = Context<AgentActor>;

const CODE_BYTES = 10;

/** A set in the place of the one before; as they are shown, this once. */
async function makeCodes(ctx: Ctx): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(CODE_BYTES)));
  await repository.replaceCodes(ctx.db, ctx.actor.id, await Promise.all(codes.map(hashPassword)));
  return codes.map(shownRecoveryCode);
}

/** With the first second step, or when none is left; null where there are some. */
export async function makeMissingCodes(ctx: Ctx): Promise<string[] | null> {
  return (await repository.countUnusedCodes(ctx.db, ctx.actor.id)) > 0 ? null : makeCodes(ctx);
}

export async function renewRecoveryCodes(
  ctx: Ctx,
): Promise<{ success: true; data: { recovery_codes: string[] } }> {
  await repository.holdFactors(ctx.db, ctx.actor.id);
  if (!hasFactor(await factorsOf(ctx.db, ctx.actor.id)))
    throw new AppError('wrong_state', {
      message: 'Recovery codes come with a second step. Please set one up.',
    });
  const recovery_codes = await makeCodes(ctx);
  await auditAct(ctx, 'recovery_codes_made', 'agent', ctx.actor.id);
  await tellAgent(ctx, ctx.actor.id, { what: 'recovery_codes_made' });
  return { success: true, data: { recovery_codes } };
}
