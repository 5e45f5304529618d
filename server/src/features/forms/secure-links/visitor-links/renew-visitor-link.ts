import { randomBytes } from 'node:crypto';
import type { SubmissionRow } from '#features/forms/submissions/fill-form.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import { extendLink } from '../issue-link.ts';
import { publicAddress } from '../presenter.ts';
import * as repository from '../repository.ts';

const KEY_BYTES = 24;
const HOUR_MS = 3_600_000;
/** Long enough to come back the next morning. No one else ever gets this link. */
const VISITOR_HOURS = 24;
/** Not at every opening, because each renewal is in the audit log. */
const RENEWED_BELOW_HOURS = 18;

/**
 * The link of a visitor who started a form without one: their own, for this submission only. Requested again, it is the
 * same.
 */
export async function visitorLink(ctx: Context, submission: SubmissionRow): Promise<string> {
  const existing = await repository.findNewestOf(ctx.db, submission.id);
  if (existing) await renewVisitorLink(ctx, existing);
  const link = existing ?? (await insertVisitorLink(ctx, submission));
  return publicAddress(ctx, {
    type: submission.type,
    form_link_id: submission.form_link_id ?? '',
    token: ctx.deps.tokens.signLink(link.key),
  });
}

/** It lasts a day from its last use, because no agent can extend it for the visitor. */
export async function renewVisitorLink(ctx: Context, link: repository.LinkRow): Promise<void> {
  const now = ctx.deps.clock.now().getTime();
  const isFresh = link.access_token_expires_at.getTime() - now > RENEWED_BELOW_HOURS * HOUR_MS;
  if (!isFresh) await extendLink(ctx, link, new Date(now + VISITOR_HOURS * HOUR_MS));
}

/** A signed form no longer needs its links; they record the completion (decisions I7). */
export function completeLinksOf(ctx: Context, submissionId: number): Promise<void> {
  return repository.completeOf(ctx.db, submissionId);
}

async function insertVisitorLink(ctx: Context, submission: SubmissionRow): Promise<repository.LinkRow> {
  const now = ctx.deps.clock.now();
  const link = await repository.insertLink(ctx.db, {
    key: randomBytes(KEY_BYTES).toString('base64url'),
    access_type: 'public',
    form_id: submission.form_id,
    client_id: null,
    session_form_id: submission.id,
    title: submission.title,
    access_token_expires_at: new Date(now.getTime() + VISITOR_HOURS * HOUR_MS),
    created_by: null,
    created_at: now,
  });
  await auditAction(ctx, 'created', 'secure_link', link.id);
  return link;
}
