import { randomBytes } from 'node:crypto';
import { SET_PASSWORD_PATH } from '@ledgerline/contract/auth/password-links/endpoints';
import type { Context, Deps } from '#platform/context.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import * as repository from './repository.ts';
import { type LinkKind, linkEnd } from './rules.ts';

const TOKEN_BYTES = 24;

/** Creates a link for an agent and replaces the previous one of its kind. The token is returned here only. */
export async function createLink(
  ctx: Context,
  agentId: number,
  kind: LinkKind,
): Promise<{ row: repository.LinkRow; url: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = ctx.deps.clock.now();
  const row = await repository.saveLink(ctx.db, {
    agent_id: agentId,
    kind,
    token_fingerprint: fingerprintOf(ctx.deps, token),
    created_at: now,
    expires_at: linkEnd(kind, now),
  });
  return { row, url: absoluteUrl(ctx, `${SET_PASSWORD_PATH}#${token}`) };
}

/** The fingerprint by which a link is found; the database alone does not reveal the token. */
export function fingerprintOf({ tokens }: Pick<Deps, 'tokens'>, token: string): string {
  return tokens.fingerprint(`password link ${token}`);
}
