import { formLinkPath, isTemporaryToken, linkExpired, secureLinkPath } from '@ledgerline/contract/rules';
import {
  ACCESS_TYPES,
  LINK_STATUSES,
  type LinkStatus,
  type SecureLink,
} from '@ledgerline/contract/secure-links/endpoints';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { pick } from '#platform/pick.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import type { ListedLink } from './queries.ts';

/** 0§8. */
const TEMPORARY_TOKEN = 'Temporary tokens cannot be used for final URLs';

/** The full address of a form's public page: under PUBLIC_URL, or under the address of the request (decisions I14). */
export function publicAddress(
  ctx: Context,
  link: { type: string; form_link_id: string; token: string },
): string {
  return addressAt(ctx, link.token, formLinkPath(link));
}

/** The full address of a session's page. */
export function sessionAddress(ctx: Context, token: string): string {
  return addressAt(ctx, token, secureLinkPath(token));
}

function addressAt(ctx: Context, token: string, path: string): string {
  if (isTemporaryToken(token)) throw new AppError('wrong_state', { message: TEMPORARY_TOKEN });
  return absoluteUrl(ctx, path);
}

export function statusOf(status: string): LinkStatus {
  return LINK_STATUSES.find((known) => known === status) ?? 'pending';
}

export function toSecureLink(ctx: Context, row: ListedLink): SecureLink {
  const token = ctx.deps.tokens.signLink(row.key);
  const isOfSession = row.session_id !== null && row.session_form_id === null;
  return {
    ...pick(row, ['id', 'form_id', 'client_id', 'session_form_id', 'session_id', 'title']),
    secure_access_token: token,
    access_token_expires_at: row.access_token_expires_at.toISOString(),
    access_type: ACCESS_TYPES.find((known) => known === row.access_type) ?? 'client_new',
    status: statusOf(row.status),
    created_at: row.created_at.toISOString(),
    viewed_at: row.viewed_at?.toISOString() ?? null,
    form_url: isOfSession ? sessionAddress(ctx, token) : publicAddress(ctx, { ...row, token }),
    is_expired: linkExpired({ ...row, now: ctx.deps.clock.now() }),
  };
}
