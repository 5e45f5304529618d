import type { PasskeyResponse } from '@ledgerline/contract/auth/passkeys';
import type * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { reasonOf } from '@ledgerline/host/startup-error';
import { PASSKEYS_NEED_A_NAME, relyingParty } from '#platform/auth/relying-party.ts';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { isFirstUse } from './claim-code.ts';
import * as repository from './repository.ts';

/** The purpose of a challenge; one for re-authentication cannot sign anyone in. */
type Use = 'sign_in' | 'prove' | 'add';

/** How long a challenge may be answered, also in the browser. */
const MINUTES = 5;
export const CHALLENGE_MS = MINUTES * 60_000;

/** The host for passkeys at the requested address, or why passkeys are not possible there. */
export function relyingPartyOf(ctx: Context) {
  const party = relyingParty(ctx);
  if (!party) throw new AppError('wrong_state', { message: PASSKEYS_NEED_A_NAME });
  return party;
}

/** Identifies a challenge, so that nothing is stored until it is answered. */
export function signChallenge(
  { deps }: Context,
  claims: { challenge: string; use: Use; agent: number | null },
): string {
  const until = new Date(deps.clock.now().getTime() + CHALLENGE_MS);
  return deps.tokens.signTicket('passkey', claims, until);
}

/** The challenge of a ticket for this purpose and agent; null for any other. */
export function readChallenge({ deps }: Context, ticket: string, use: Use, agent: number | null) {
  const claims = deps.tokens.readTicket('passkey', ticket, deps.clock.now());
  const isIntendedUse = claims?.use === use && claims.agent === agent;
  return isIntendedUse && typeof claims.challenge === 'string' ? claims.challenge : null;
}

/** A challenge for an agent's passkeys, or for any that the browser knows for this host. */
export async function createPasskeyChallenge(
  ctx: Context,
  use: 'sign_in' | 'prove',
  of: { agent: number; passkeys: readonly repository.PasskeyRow[] } | null,
): Promise<ReplyOf<typeof endpoints.startPasskeySignIn>> {
  const { id } = relyingPartyOf(ctx);
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const { challenge } = await generateAuthenticationOptions({ rpID: id });
  return {
    success: true,
    data: {
      ticket: signChallenge(ctx, { challenge, use, agent: of?.agent ?? null }),
      question: {
        challenge,
        rpId: id,
        timeout: CHALLENGE_MS,
        userVerification: 'required',
        allowCredentials: (of?.passkeys ?? []).map(toCredential),
      },
    },
  };
}

/** A passkey as described to browsers. */
export function toCredential({ credential_id, transports }: repository.PasskeyRow) {
  return { id: credential_id, type: 'public-key' as const, transports };
}

/**
 * The agent whose passkey gave this answer, which works once; null for an invalid answer. `agent` restricts
 * it to that agent; null accepts any agent. The passkey is locked until the transaction ends, so its counter
 * only grows.
 */
export async function agentOfPasskey(
  ctx: Context,
  use: 'sign_in' | 'prove',
  agent: number | null,
  { ticket, answer }: PasskeyResponse,
): Promise<number | null> {
  const challenge = readChallenge(ctx, ticket, use, agent);
  const party = relyingParty(ctx);
  if (challenge === null || !party) return null;
  const row = await repository.lockPasskey(ctx.db, answer.id);
  if (!row || row.host !== party.id || (agent !== null && row.agent_id !== agent)) return null;
  const counter = await counterOf(ctx, { row, answer, challenge, origins: party.origins });
  if (counter === null || !(await isFirstUse(ctx, `passkey:${challenge}`))) return null;
  await repository.recordPasskeyUse(ctx.db, row.id, { counter, last_used_at: ctx.deps.clock.now() });
  return row.agent_id;
}

/** The authenticator's signature counter; null for an invalid answer. */
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
    // The library throws for every invalid answer, including a decreased counter, which means a copied
    // passkey.
    ctx.deps.log.warn({ passkey: row.id, reason: reasonOf(error) }, 'invalid passkey response');
    return null;
  }
}
