import { auditHeadMail } from '#features/email-templates/audit-checkpoint-email.ts';
import { emailsOfOwners } from '#features/people/agents/find-agents.ts';
import { currentHead } from '#platform/audit/write-checkpoints.ts';
import type { Config } from '#platform/config.ts';
import { type Context, type Deps, systemContext } from '#platform/context.ts';
import { queueMail } from '#platform/email/queue.ts';

type Mailed = string | 'owners';

const mailed = ({ AUDIT_HEAD }: Pick<Config, 'AUDIT_HEAD'>): Mailed[] =>
  AUDIT_HEAD.flatMap((place) => (place.kind === 'mail' ? (place.to ?? 'owners') : []));

/** What the places by mail are called beside the others. */
export const mailPlaces = (config: Pick<Config, 'AUDIT_HEAD'>): string[] =>
  mailed(config).map((to) => `mail to ${to}`);

/** Sends the head of the chain to whoever AUDIT_HEAD names. One that comes twice says the same twice. */
export async function mailHeads(deps: Deps): Promise<void> {
  const places = mailed(deps.config);
  if (places.length === 0) return;
  const head = await currentHead(deps);
  if (head.position === 0) return;
  const { BRAND: brokerage, TIME_ZONE: timeZone } = deps.config;
  const mail = auditHeadMail({ brokerage, head, timeZone });
  await deps.database.transaction(async (db) => {
    const ctx = systemContext(deps, db, 'audit head');
    for (const to of await addresses(ctx, places))
      await queueMail(ctx, { ...mail, kind: 'audit_head', to, language: 'en' });
  });
}

async function addresses({ db }: Pick<Context, 'db'>, places: readonly Mailed[]): Promise<Set<string>> {
  const owners = places.includes('owners') ? await emailsOfOwners(db) : [];
  return new Set([...owners, ...places.filter((place) => place !== 'owners')]);
}
