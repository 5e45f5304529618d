import { randomBytes, randomInt } from 'node:crypto';
import { SECURE_SESSION_PREFIX, SESSION_ID_RANDOM_LENGTH } from '@ledgerline/contract/rules';
import type { AccessType } from '@ledgerline/contract/secure-links/endpoints';
import { type AuditEntry, writeAudit } from '#platform/audit/audit.ts';
import { agentIdOf, type Context } from '#platform/context.ts';
import { publishLiveEvent } from '#platform/live.ts';
import * as repository from './repository.ts';

export type { LinkRow } from './repository.ts';

const KEY_BYTES = 24;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Creates a link with an unguessable key, and audits it. */
export async function issueLink(
  ctx: Context,
  link: Omit<repository.NewLinkRow, 'key' | 'access_type' | 'created_by' | 'created_at'> & {
    access_type: AccessType;
  },
): Promise<repository.LinkRow> {
  const row = await repository.insertLink(ctx.db, {
    ...link,
    key: newKey(),
    created_by: agentIdOf(ctx),
    created_at: ctx.deps.clock.now(),
  });
  await log(ctx, row, { action: 'created', old_value: null });
  return row;
}

/** The unguessable key that a link's token names. */
export function newKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/** Changes the expiry of an address that was sent. */
export async function extendLink(
  ctx: Context,
  link: repository.LinkRow,
  expires_at: Date,
): Promise<repository.LinkRow> {
  await repository.changeLink(ctx.db, link.id, { access_token_expires_at: expires_at });
  const extended = { ...link, access_token_expires_at: expires_at };
  await log(ctx, extended, { action: 'extended', old_value: link.access_token_expires_at });
  return extended;
}

export function logRevoked(ctx: Context, ids: number[]): Promise<void> {
  return writeAudit(
    ctx,
    ids.map((id) => ({ action: 'revoked', entity: 'secure_link', entity_id: id })),
  );
}

/** SEC_ and 16 random letters and digits (0§9, decisions I8). */
export function newSecureSessionId(): string {
  const random = Array.from({ length: SESSION_ID_RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `${SECURE_SESSION_PREFIX}${random.join('')}`;
}

async function log(
  ctx: Context,
  link: repository.LinkRow,
  change: Pick<AuditEntry, 'action' | 'old_value'>,
): Promise<void> {
  await writeAudit(ctx, [
    {
      ...change,
      entity: 'secure_link',
      entity_id: link.id,
      field: 'access_token_expires_at',
      new_value: link.access_token_expires_at,
    },
  ]);
  // Links appear on screens through their submissions.
  if (link.session_form_id === null) return;
  await publishLiveEvent(ctx, { kind: 'submissions', action: 'updated', ids: [link.session_form_id] });
}
