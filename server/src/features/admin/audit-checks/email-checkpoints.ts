import { auditCheckpointEmail } from '#features/email-templates/audit-checkpoint-email.ts';
import { emailsOfOwners } from '#features/people/agents/find-agents.ts';
import { currentCheckpoint } from '#platform/audit/write-checkpoints.ts';
import type { Config } from '#platform/config.ts';
import { type Context, type Deps, systemContext } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';

type Recipient = string | 'owners';

const recipientsOf = ({ AUDIT_HEAD }: Pick<Config, 'AUDIT_HEAD'>): Recipient[] =>
  AUDIT_HEAD.flatMap((location) => (location.kind === 'mail' ? (location.to ?? 'owners') : []));

/** The names of email destinations among the checkpoint locations. */
export const emailLocations = (config: Pick<Config, 'AUDIT_HEAD'>): string[] =>
  recipientsOf(config).map((to) => `email to ${to}`);

/** Emails the checkpoint of the chain to the addresses in AUDIT_HEAD. Sending it twice is harmless: the content is the same. */
export async function emailCheckpoints(deps: Deps): Promise<void> {
  const recipients = recipientsOf(deps.config);
  if (recipients.length === 0) return;
  const checkpoint = await currentCheckpoint(deps);
  if (checkpoint.position === 0) return;
  const { BRAND: brokerage, TIME_ZONE: timeZone } = deps.config;
  const email = auditCheckpointEmail({ brokerage, checkpoint, timeZone });
  await deps.database.transaction(async (db) => {
    const ctx = systemContext(deps, db, 'audit head');
    for (const to of await addresses(ctx, recipients))
      await queueEmail(ctx, { ...email, kind: 'audit_head', to, language: 'en' });
  });
}

async function addresses(
  { db }: Pick<Context, 'db'>,
  recipients: readonly Recipient[],
): Promise<Set<string>> {
  const owners = recipients.includes('owners') ? await emailsOfOwners(db) : [];
  return new Set([...owners, ...recipients.filter((recipient) => recipient !== 'owners')]);
}
