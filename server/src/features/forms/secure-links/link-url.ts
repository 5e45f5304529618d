import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { publicAddress, sessionAddress } from './presenter.ts';
import * as queries from './queries.ts';

/** The address that a link was emailed with, rebuilt from its key; the link does not change. */
export async function addressOfLink(
  ctx: Context,
  id: number,
): Promise<{ url: string; expires_at: Date; has_passcode: boolean }> {
  const link = await queries.findLink(ctx.db, { id });
  if (!link) throw new AppError('invalid_link');
  const token = ctx.deps.tokens.signLink(link.key);
  const isOfSession = link.session_id !== null && link.session_form_id === null;
  return {
    url: isOfSession ? sessionAddress(ctx, token) : publicAddress(ctx, { ...link, token }),
    expires_at: link.access_token_expires_at,
    has_passcode: link.passcode_hash !== null,
  };
}
