import { CURRENT_PASSWORD_MISSING, CURRENT_PASSWORD_WRONG } from '@ledgerline/contract/agents/endpoints';
import type {
  Proof,
  prove as proveEndpoint,
  getProofWays as waysEndpoint,
} from '@ledgerline/contract/auth/proof/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { holdAgent } from '#features/people/agents/manage-agents.ts';
import { countGuess, forgetGuesses } from '#features/people/second-factor/count-guesses.ts';
import { auditAct } from '#platform/audit/audit.ts';
import { writeBounded } from '#platform/audit/bounded.ts';
import { isPassword } from '#platform/auth/passwords.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

export async function getProofWays(_: Ctx): Promise<ReplyOf<typeof waysEndpoint>> {
  return { success: true, data: { needs_code: false, has_passkey: false } };
}

/**
 * The one act by which an agent who is signed in proves that it is he: it renews the proof of his sign-in, or throws what
 * was wrong at its field. Opens its transactions itself; a guess stays counted (decision 058).
 */
export async function proveAgain(ctx: Ctx, input: Proof): Promise<ReplyOf<typeof proveEndpoint>> {
  const { id } = ctx.actor;
  if (input.password === undefined) throw wrongField('password', CURRENT_PASSWORD_MISSING);
  await countGuess(ctx, id);
  try {
    await ctx.deps.database.transaction((db) => renewProof({ ...ctx, db }, input));
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed')
      await writeBounded(ctx, { action: 'proof_failed', entity: 'agent', entity_id: id });
    throw error;
  }
  await forgetGuesses(ctx.db, id);
  return { success: true, message: 'Confirmed.' };
}

async function renewProof(ctx: Ctx, { password = '' }: Proof): Promise<void> {
  const { id, signInId } = ctx.actor;
  const agent = await holdAgent(ctx.db, id);
  if (!agent) throw new AppError('not_signed_in');
  if (!(await isPassword(agent.password_hash, password)))
    throw wrongField('password', CURRENT_PASSWORD_WRONG);
  await repository.noteProof(ctx.db, signInId, ctx.deps.clock.now());
  await auditAct(ctx, 'proved', 'agent', id);
}
