import { defaultExpirationHours } from '#features/settings/service.ts';
import type { SubmissionRow } from '#features/submissions/filling/service.ts';
import type { Context } from '#platform/context.ts';
import { extendLink, issueLink } from '../issuing/service.ts';
import { publicAddress } from '../presenter.ts';
import * as repository from '../repository.ts';

const HOUR_MS = 3_600_000;

/**
 * Where the client of a finished form finds his copy, for as long as a link lasts: the link he signed through, which
 * still asks for the passcode of its session; a new one where he had none.
 */
export async function copyLink(ctx: Context, row: SubmissionRow): Promise<{ url: string; expires_at: Date }> {
  const { id, session_id, client_id, form_id, title, type, form_link_id } = row;
  const hours = await defaultExpirationHours(ctx.db);
  const access_token_expires_at = new Date(ctx.deps.clock.now().getTime() + hours * HOUR_MS);
  const newest =
    session_id === null
      ? await repository.findNewestOf(ctx.db, id)
      : await repository.findNewestOfSessionForm(ctx.db, session_id, id);
  const existing = newest?.client_id === client_id && newest.access_type !== 'public' ? newest : undefined;
  const link =
    existing ??
    (await issueLink(ctx, {
      access_type: session_id === null ? 'client_new' : 'client_access',
      session_id,
      session_form_id: id,
      form_id,
      client_id,
      title,
      access_token_expires_at,
    }));
  const isShort = link.access_token_expires_at < access_token_expires_at;
  const lasting = isShort ? await extendLink(ctx, link, access_token_expires_at) : link;
  const token = ctx.deps.tokens.signLink(lasting.key);
  return {
    url: publicAddress(ctx, { type, form_link_id: form_link_id ?? '', token }),
    expires_at: lasting.access_token_expires_at,
  };
}
