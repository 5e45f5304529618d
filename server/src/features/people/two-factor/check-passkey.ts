import type { PasskeyResponse } from '@ledgerline/contract/auth/passkeys';
import type * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { reasonOf } from '@ledgerline/host/startup-error';
import { PASSKEYS_NEED_A_NAME, relyingParty } from '#platform/auth/relying-party.ts';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { isFirstUse } from './claim-code.ts';
import * as repository from './repository.ts';

/** What an answer is good for; one for a proof signs nobody in. */
type Use = 'sign_in' | 'prove' | 'add';

/** How long a question may be answered, also by the browser. */
const MINUTES = 5;
export const ANSWER_MS = MINUTES * 60_000;

/** The host that passkeys are for under the address that was asked, or why there can be none. */
export function partyOf(ctx: Context) {
  const party = relyingParty(ctx);
  if (!party) throw new AppError('wrong_state', { message: PASSKEYS_NEED_A_NAME });
  return party;
}

/** Names a challenge, so that nothing has to be kept until it is answered. */
export function signQuestion(
  { deps }: Context,
  claims: { challenge: string; use: Use; agent: number | null },
): string {
  const until = new Date(deps.clock.now().getTime() + ANSWER_MS);
  return deps.tokens.signTicket('passkey', claims, until);
}

/** The challenge of a ticket for this use and agent; null for any other. */
export function readQuestion({ deps }: Context, ticket: string, use: Use, agent: number | null) {
  const claims = deps.tokens.readTicket('passkey', ticket, deps.clock.now());
  const isMeant = claims?.use === use && claims.agent === agent;
  return isMeant && typeof claims.challenge === 'string' ? claims.challenge : null;
}

/** A challenge for the passkeys of an agent, or for any that the browser knows for this host. */
export async function createPasskeyChallenge(
  ctx: Context,
  use: 'sign_in' | 'prove',
  of: { agent: number; passkeys: readonly repository.PasskeyRow[] } | null,
): Promise<ReplyOf<typeof endpoints.startPasskeySignIn>> {
  const { id } = partyOf(ctx);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const { challenge } = await generateAuthenticationOptions({ rpID: id });
  return {
    success: true,
    data: {
      ticket: signQuestion(ctx, { challenge, use, agent: of?.agent ?? null }),
      question: {
        challenge,
        rpId: id,
        timeout: ANSWER_MS,
        userVerification: 'required',
        allowCredentials: (of?.passkeys ?? []).map(toCredential),
      },
    },
  };
}

/** A passkey as browsers are told of it. */
export function toCredential({ credential_id, transports }: repository.PasskeyRow) {
  return { id: credential_id, type: 'public-key' as const, transports };
}

/**
 * The agent whose passkey gave this answer, which counts once; null for any other answer. `agent`: whose it has to be,
 * null where any agent's will do. The passkey is held until the transaction ends, so its counter only grows.
 */
export async function agentOfPasskey(
  ctx: Context,
  use: 'sign_in' | 'prove',
  agent: number | null,
  { ticket, answer }: PasskeyResponse,
): Promise<number | null> {
  const challenge = readQuestion(ctx, ticket, use, agent);
  const party = relyingParty(ctx);
  if (challenge === null || !party) return null;
  const row = await repository.lockPasskey(ctx.db, answer.id);
  if (!row || row.host !== party.id || (agent !== null && row.agent_id !== agent)) return null;
  const counter = await counterOf(ctx, { row, answer, challenge, origins: party.origins });
  if (counter === null || !(await isFirstUse(ctx, `passkey:${challenge}`))) return null;
  await repository.notePasskeyUse(ctx.db, row.id, { counter, last_used_at: ctx.deps.clock.now() });
  return row.agent_id;
}

/** How often the authenticator says that the passkey was used; null for an answer that is not right. */
async function counterOf(
  ctx: Context,
  input: {
    row: repository.PasskeyRow;
    answer: PasskeyResponse['answer'];
    challenge: string;
    origins: string[];
  },
): Promise<number | null> {
  const { row, answer, challenge, origins } = input;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: row.host,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
        counter: row.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch (error) {
    // The library throws for every answer that is not right, a counter that went back among them: a copied passkey.
    ctx.deps.log.warn(
      { passkey: row.id, reason: reasonOf(error) },
      'a passkey gave an answer that is not right',
    );
    return null;
  }
}
