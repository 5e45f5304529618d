import { agentNoticeMail } from '#features/email-templates/notification-email.ts';
import type { Context } from '#platform/context.ts';
import { announce } from '#platform/live.ts';
import { queueMail } from '#platform/email/queue.ts';
import { wholeAddress } from '#platform/public-address.ts';
import * as listing from './queries.ts';
import * as repository from './repository.ts';
import { receiversOf } from './rules.ts';

/** What happened, as whoever knows of it hands it over. */
export interface NewNotice extends Pick<repository.NoticeValues, 'kind' | 'about'> {
  /** What names the event among those of its kind: the number of the thing, and of what happens to it again also when. */
  event: string | number;
  client?: { id: number; first_name: string; last_name: string } | undefined;
  /** Whom it concerns: the client's owner, else who sent it; null where there is neither. */
  to: number | null;
  /** The agent whose own act it was, who is not told of it. */
  by?: number | null;
  session_form_id?: number | null;
  session_id?: number | null;
  invoice_id?: number | null;
  import_id?: number | null;
  task_id?: number | null;
  /** An address of the portal, where none of these leads. */
  place?: string | null;
}

/**
 * Tells agents of something in the transaction in which it happens, and of one event once, however often it is handed
 * over. Mails to those who want them at once are queued with it.
 */
export async function tellAgents(ctx: Context, notice: NewNotice): Promise<void> {
  const { to, by = null, kind, client, event } = notice;
  const owners = to === null ? await listing.findOwners(ctx.db) : [];
  const receivers = receiversOf({ to, by }, owners);
  if (receivers.length === 0) return;
  const values: repository.NoticeValues = {
    kind,
    cause: `${kind}:${event}`,
    about: notice.about,
    client_id: client?.id ?? null,
    client_first_name: client?.first_name ?? '',
    client_last_name: client?.last_name ?? '',
    session_form_id: notice.session_form_id ?? null,
    session_id: notice.session_id ?? null,
    invoice_id: notice.invoice_id ?? null,
    import_id: notice.import_id ?? null,
    task_id: notice.task_id ?? null,
    place: notice.place ?? null,
  };
  const told = await repository.keepNotice(ctx.db, values, receivers, ctx.deps.clock.now());
  for (const one of told) if (one.mail === 'at_once') await mailAtOnce(ctx, values, one);
  await announceTo(
    ctx,
    told.filter(({ is_in_app }) => is_in_app).map(({ agent_id }) => agent_id),
  );
}

async function mailAtOnce(
  ctx: Context,
  notice: repository.NoticeValues,
  told: repository.Told,
): Promise<void> {
  const url = wholeAddress(ctx, '/crm/');
  const mail = agentNoticeMail({ brokerage: ctx.deps.config.BRAND, url, notices: [notice] });
  const id = await queueMail(ctx, { ...mail, kind: 'agent_notice', to: told.email, language: 'en' });
  await repository.noteMail(ctx.db, told.agent_id, [told.notice_id], id);
}

/** Of notices a live event names the agents whose they are, not the rows. */
export async function announceTo(ctx: Context, agents: readonly number[]): Promise<void> {
  if (agents.length === 0) return;
  await announce(ctx.db, { kind: 'notices', action: 'updated', ids: [...agents], agent_id: null });
}
