import type * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { MAX_PASSKEYS } from '@ledgerline/contract/rules';
import { reasonOf } from '@ledgerline/host/startup-error';
import { findAgentById } from '#features/people/agents/manage-agents.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { CHALLENGE_MS, readChallenge, relyingPartyOf, signChallenge, toCredential } from './check-passkey.ts';
import { isFirstUse } from './claim-code.ts';
import { createMissingCodes } from './create-recovery-codes.ts';
import { shownPasskey } from './find-methods.ts';
import { notifyAgent } from './notify-agent.ts';
import { deleteDevicesOf } from './remembered-devices/repository.ts';
import { assertTwoFactorOptional, removeUnusableCodes } from './remove-methods.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type NewPasskey = BodyOf<typeof endpoints.addPasskey>;

/** EdDSA, ES256 and RS256, which authenticators support; newer ones are experimental in Node. */
const ALGORITHMS = [-8, -7, -257];

const NOT_ADDED = 'Couldn’t add this passkey. Please try again.';
const NOT_FOUND = 'Passkey not found.';

export async function startPasskey(ctx: Ctx): Promise<ReplyOf<typeof endpoints.startPasskey>> {
  const { actor, db, deps } = ctx;
  const { id: host } = relyingPartyOf(ctx);
  const own = await repository.listPasskeys(db, actor.id);
  assertBelowLimit(own.length);
  const agent = await findAgentById(db, actor.id);
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpID: host,
    rpName: deps.config.BRAND,
    userName: agent?.username ?? '',
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    success: true,
    data: {
      ticket: signChallenge(ctx, { challenge, use: 'add', agent: actor.id }),
      order: {
        challenge,
        rp: { id: host, name: deps.config.BRAND },
        user: {
          // The same for all passkeys of an agent, without revealing the agent.
          id: deps.tokens.fingerprint(`passkeys of agent ${actor.id}`),
          name: agent?.username ?? '',
          displayName: actor.name,
        },
        pubKeyCredParams,
        timeout: CHALLENGE_MS,
        attestation: 'none',
        excludeCredentials: own.map(toCredential),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
      },
    },
  };
}

export async function addPasskey(ctx: Ctx, input: NewPasskey): Promise<ReplyOf<typeof endpoints.addPasskey>> {
  const { actor, db, deps } = ctx;
  const { id: host, origins } = relyingPartyOf(ctx);
  await repository.lockTwoFactorMethods(db, actor.id);
  assertBelowLimit((await repository.listPasskeys(db, actor.id)).length);
  const challenge = readChallenge(ctx, input.ticket, 'add', actor.id);
  const created = challenge && (await verifyRegistration(ctx, input.answer, { challenge, host, origins }));
  if (!created || !(await isFirstUse(ctx, `passkey:${challenge}`)))
    throw new AppError('wrong_state', { message: NOT_ADDED });
  if (await repository.lockPasskey(db, created.id))
    throw new AppError('duplicate', { message: 'This passkey is already registered.' });
  const row = await repository.insertPasskey(db, {
    agent_id: actor.id,
    name: input.name,
    host,
    credential_id: created.id,
    public_key: Buffer.from(created.publicKey).toString('base64url'),
    counter: created.counter,
    transports: input.answer.response.transports ?? [],
    created_at: deps.clock.now(),
  });
  await deleteDevicesOf(db, actor.id);
  await auditAction(ctx, 'second_factor_added', 'agent', actor.id, { field: 'passkey', new_value: row.name });
  await notifyAgent(ctx, actor.id, { what: 'passkey_added', name: row.name });
  return {
    success: true,
    data: { passkey: shownPasskey(row), recovery_codes: await createMissingCodes(ctx) },
  };
}

/** The public key created by an authenticator; null for an invalid answer. */
async function verifyRegistration(
  ctx: Ctx,
  answer: NewPasskey['answer'],
  { challenge, host, origins }: { challenge: string; host: string; origins: string[] },
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential ?? null;
  } catch (error) {
    ctx.deps.log.warn({ reason: reasonOf(error) }, 'could not register a passkey');
    return null;
  }
}

function assertBelowLimit(count: number): void {
  if (count < MAX_PASSKEYS) return;
  throw new AppError('wrong_state', {
    message: `You have ${MAX_PASSKEYS} passkeys, which is the maximum. Please remove one first.`,
  });
}

export async function removePasskey(ctx: Ctx, id: number): Promise<{ success: true; message: string }> {
  await repository.lockTwoFactorMethods(ctx.db, ctx.actor.id);
  const { name } = await ownPasskey(ctx, id);
  await repository.removePasskey(ctx.db, id);
  await assertTwoFactorOptional(ctx);
  await removeUnusableCodes(ctx);
  await deleteDevicesOf(ctx.db, ctx.actor.id);
  const change = { field: 'passkey', old_value: name };
  await auditAction(ctx, 'second_factor_removed', 'agent', ctx.actor.id, change);
  await notifyAgent(ctx, ctx.actor.id, { what: 'passkey_removed', name });
  return { success: true, message: 'Passkey removed.' };
}

async function ownPasskey(ctx: Ctx, id: number): Promise<repository.PasskeyRow> {
  const row = await repository.findPasskeyOf(ctx.db, ctx.actor.id, id);
  if (!row) throw new AppError('not_found', { message: NOT_FOUND });
  return row;
}
