import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import type { AccessScope, SeenTable } from '#platform/database/access-scope.ts';
import type { Database } from '#platform/database/database.ts';
import { seenOf } from '#platform/database/visible-rows.ts';
import { withAccessScope } from '#platform/database/work.ts';

/** The client records that the ids of an event refer to; null where they are agents or nothing. */
const TABLES: Readonly<Record<LiveEvent['kind'], SeenTable | null>> = {
  clients: 'clients',
  submissions: 'session_forms',
  sessions: 'sessions',
  documents: 'documents',
  tasks: 'tasks',
  calls: 'client_calls',
  mail: 'mail_messages',
  invoices: 'invoices',
  recurring_payments: 'recurring_payments',
  imports: 'imports',
  reminders: 'clients',
  ...{
    today: null,
    templates: null,
    template_syncs: null,
    agents: null,
    providers: null,
    notices: null,
    sign_ins: null,
    access_scope: null,
  },
};

/** Streams with the same access scope receive the same events, and share one query. */
const cache = new WeakMap<LiveEvent, Map<string, Promise<LiveEvent[]>>>();

/**
 * An event as sent to an agent who does not see every client (decision 071): with the ids they may see; without any where they may just
 * have lost access, so that their screens refetch; nothing where it does not concern them.
 */
export function narrowEvent(db: Database, accessScope: AccessScope, event: LiveEvent): Promise<LiveEvent[]> {
  const answers = cache.get(event) ?? new Map<string, Promise<LiveEvent[]>>();
  cache.set(event, answers);
  const key = accessScope.join();
  const answer = answers.get(key) ?? narrowed(db, accessScope, event);
  answers.set(key, answer);
  return answer;
}

async function narrowed(db: Database, accessScope: AccessScope, event: LiveEvent): Promise<LiveEvent[]> {
  const { kind, action, ids } = event;
  const table = TABLES[kind];
  if (!table || !ids) return [event];
  const seen = await withAccessScope(accessScope, () => seenOf(db, table, ids));
  if (seen.length === ids.length) return [event];
  // The client of a deleted row is no longer known.
  if (action === 'deleted') return [{ kind, action, agent_id: null }];
  // A client may have changed owner, and their records with them.
  if (mayBeReassigned(event))
    return [
      { kind, action, agent_id: null },
      { kind: 'access_scope', action, agent_id: null },
    ];
  return seen.length > 0 ? [{ ...event, ids: seen }] : [];
}

const mayBeReassigned = ({ kind, action, fields }: LiveEvent): boolean =>
  kind === 'clients' && action === 'updated' && (!fields || fields.includes('owner_agent_id'));
