import type { SubmissionRow } from '#features/forms/submissions/fill-form.ts';
import { defaultExpirationHours } from '#features/settings/service.ts';
import type { Context } from '#platform/context.ts';
import { extendLink, issueLink } from './issue-link.ts';
import { publicAddress } from './presenter.ts';
import * as repository from './repository.ts';

const HOUR_MS = 3_600_000;

/**
 * Where a client signs a form, or finds their copy of it, for the lifetime of a link: the link that they have, or a new one where
 * they have none. A link to a session's page still requires the passcode. A link to the form alone (Get Form Link)
 * does not, because its client may never have received the passcode.
 */
export async function longLivedLink(
  ctx: Context,
  row: SubmissionRow,
): Promise<{ id: number; url: string; expires_at: Date }> {
  const { id, session_id, client_id, form_id, title, type, form_link_id } = row;
  const hours = await defaultExpirationHours(ctx);
  const access_token_expires_at = new Date(ctx.deps.clock.now().getTime() + hours * HOUR_MS);
  const link =
    (await linkSignedThrough(ctx, row)) ??
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
    id: lasting.id,
    url: publicAddress(ctx, { type, form_link_id: form_link_id ?? '', token }),
    expires_at: lasting.access_token_expires_at,
  };
}

async function linkSignedThrough(
  { db }: Context,
  { id, session_id, client_id }: SubmissionRow,
): Promise<repository.LinkRow | undefined> {
  const isOfClient = (link: repository.LinkRow | undefined) =>
    link?.client_id === client_id && link.access_type !== 'public';
  const ofPage =
    session_id === null ? undefined : await repository.findNewestOfSessionForm(db, session_id, id);
  if (isOfClient(ofPage)) return ofPage;
  const ofForm = await repository.findNewestOf(db, id);
  return isOfClient(ofForm) ? ofForm : undefined;
}
