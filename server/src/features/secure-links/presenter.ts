import { formLinkPath, isTemporaryToken, linkExpired } from '@ledgerline/contract/rules';
import {
  ACCESS_TYPES,
  LINK_MESSAGES,
  LINK_STATUSES,
  type LinkStatus,
  type SecureLink,
} from '@ledgerline/contract/secure-links/endpoints';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { ListedLink } from './listing.ts';

/** The whole address of a form's public page: PUBLIC_URL, else the address this server was asked under (decisions I14). */
export function publicAddress(
  ctx: Context,
  link: { type: string; form_link_id: string; token: string },
): string {
  if (isTemporaryToken(link.token))
    throw new AppError('wrong_state', { message: LINK_MESSAGES.temporaryToken });
  const { PUBLIC_URL, PORT } = ctx.deps.config;
  const base = PUBLIC_URL ?? ctx.origin ?? `http://localhost:${PORT}`;
  return `${base.replace(/\/+$/, '')}${formLinkPath(link)}`;
}

export function statusOf(status: string): LinkStatus {
  return LINK_STATUSES.find((known) => known === status) ?? 'pending';
}

export function toSecureLink(ctx: Context, row: ListedLink): SecureLink {
  const token = ctx.deps.tokens.signLink(row.key);
  return {
    id: row.id,
    secure_access_token: token,
    access_token_expires_at: row.access_token_expires_at.toISOString(),
    access_type: ACCESS_TYPES.find((known) => known === row.access_type) ?? 'client_new',
    form_id: row.form_id,
    client_id: row.client_id,
    session_form_id: row.session_form_id,
    status: statusOf(row.status),
    created_at: row.created_at.toISOString(),
    viewed_at: row.viewed_at?.toISOString() ?? null,
    title: row.title,
    form_url: publicAddress(ctx, { ...row, token }),
    is_expired: linkExpired({ ...row, now: ctx.deps.clock.now() }),
  };
}
