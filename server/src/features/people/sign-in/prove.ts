import { CURRENT_PASSWORD_MISSING, CURRENT_PASSWORD_WRONG } from '@ledgerline/contract/agents/endpoints';
import type * as endpoints from '@ledgerline/contract/auth/proof/endpoints';
import type { Proof } from '@ledgerline/contract/auth/proof/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { holdAgent } from '#features/people/agents/manage-agents.ts';
import { isRightCode } from '#features/people/second-factor/check-code.ts';
import { agentOfPasskey, askPasskey } from '#features/people/second-factor/check-passkey.ts';
import { countGuess, forgetGuesses } from '#features/people/second-factor/count-guesses.ts';
import { factorsOf, hasFactor, usablePasskeys } from '#features/people/second-factor/find-factors.ts';
import { auditAct } from '#platform/audit/audit.ts';
import { writeBounded } from '#platform/audit/bounded.ts';
import { isPassword } from '#platform/auth/passwords.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';
import * as repository from './repository.ts';
import { WRONG_CODE, WRONG_PASSKEY } from './take-second-step.ts';

type Ctx = Context<AgentActor>;

const CODE_MISSING = 'Please enter a code.';

export async function getProofWays(ctx: Ctx): Promise<ReplyOf<typeof endpoints.getProofWays>> {
  const factors = await factorsOf(ctx.db, ctx.actor.id);
  const has_passkey = usablePasskeys(ctx, factors).length > 0;
  return { success: true, data: { needs_code: hasFactor(factors), has_passkey } };
}

export async function askForPasskey(ctx: Ctx): Promise<ReplyOf<typeof endpoints.askForPasskey>> {
  const passkeys = usablePasskeys(ctx, await factorsOf(ctx.db, ctx.actor.id));
  return askPasskey(ctx, 'prove', { agent: ctx.actor.id, passkeys });
}

/**
 * The one act by which an agent who is signed in proves that it is he: it renews the proof of his sign-in, or throws what
 * was wrong at its field. Opens its transactions itself; a guess stays counted (decision 058).
 */
export async function proveAgain(ctx: Ctx, input: Proof): Promise<ReplyOf<typeof endpoints.prove>> {
  const { id } = ctx.actor;
  if (!input.passkey && input.password === undefined) throw wrongField('password', CURRENT_PASSWORD_MISSING);
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

async function renewProof(ctx: Ctx, input: Proof): Promise<void> {
  const { id, signInId } = ctx.actor;
  if (input.passkey) await refuseWrongPasskey(ctx, input.passkey);
  else await refuseWrongPassword(ctx, input);
  await repository.noteProof(ctx.db, signInId, ctx.deps.clock.now());
  await auditAct(ctx, 'proved', 'agent', id);
}

async function refuseWrongPasskey(ctx: Ctx, passkey: NonNullable<Proof['passkey']>): Promise<void> {
  const { id } = ctx.actor;
  if ((await agentOfPasskey(ctx, 'prove', id, passkey)) !== id) throw wrongField('passkey', WRONG_PASSKEY);
}

/** Who has a second step gives it here too: the password alone opens no more than it does at sign-in. */
async function refuseWrongPassword(ctx: Ctx, { password = '', code }: Proof): Promise<void> {
  const { id } = ctx.actor;
  const agent = await holdAgent(ctx.db, id);
  if (!agent) throw new AppError('not_signed_in');
  if (!(await isPassword(agent.password_hash, password)))
    throw wrongField('password', CURRENT_PASSWORD_WRONG);
  if (!hasFactor(await factorsOf(ctx.db, id))) return;
  if (!code) throw wrongField('code', CODE_MISSING);
  if (!(await isRightCode(ctx, id, code))) throw wrongField('code', WRONG_CODE);
}
