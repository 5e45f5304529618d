import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { openUntil } from '#features/people/auth/sign-in.ts';
import { findAccessScope } from '#features/people/teams/access-scope.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { AccessScope, ScopedTable } from '#platform/database/access-scope.ts';
import type { Database } from '#platform/database/database.ts';
import { visibleIdsOf } from '#platform/database/visible-rows.ts';
import { withAccessScope } from '#platform/database/work.ts';
import { AppError } from '#platform/errors.ts';

/** A periodic comment line keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20_000;
/** The maximum number of streams per agent: more than anyone has windows open. */
const MAX_STREAMS = 30;
/** The maximum backlog for a reader that does not read; beyond it the stream is closed and must be reopened. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** Changes to an agent or their sign-ins may end streams. */
const ENDING: ReadonlySet<LiveEvent['kind']> = new Set(['agents', 'sign_ins', 'access_scope']);

const SCOPE_CHANGED: LiveEvent = { kind: 'access_scope', action: 'updated', agent_id: null };

/** Streams that are open on this server, by agent. */
const openStreams = new Map<number, number>();

export function assertStreamsWithinLimit({ actor }: Context<AgentActor>): void {
  if ((openStreams.get(actor.id) ?? 0) >= MAX_STREAMS) {
    throw new AppError('too_many_requests', { message: 'Ledgerline is open in too many windows.' });
  }
}

/** Sends changes until the reader disconnects, the sign-in ends or the server stops. */
export function streamEvents(ctx: Context<AgentActor>, stream: ServerResponse): void {
  const { clock, live, log } = ctx.deps;
  count(ctx.actor.id, 1);
  const write = (text: string) => {
    // Guards against a stream that has ended but is not closed yet: writing to it would raise an unhandled error.
    if (stream.writableEnded || stream.destroyed) return;
    stream.write(text);
    if (stream.writableLength > MAX_UNREAD_BYTES) stream.destroy();
  };
  write('retry: 2000\n\n');
  let safeUntil = 0;
  const beat = async () => {
    try {
      const until = await openUntil(ctx);
      if (until) {
        safeUntil = until.getTime();
        return write(': still here\n\n');
      }
      write('event: ended\n\n');
      stream.end();
    } catch (error) {
      log.warn({ err: error }, 'a live stream ended');
      stream.end();
    }
  };
  /** The agent's access scope has changed: the stream is reopened, and then all screens refetch. */
  const endIfScopeChanged = async () => {
    const accessScope = await findAccessScope(ctx.deps.database, ctx.actor.id).catch(() => null);
    if (accessScope !== null && String(accessScope) === String(ctx.actor.accessScope)) return;
    // An earlier event may end the stream before the one about the scope arrives: browsers clear their caches on this one.
    write(`data: ${JSON.stringify(SCOPE_CHANGED)}\n\n`);
    stream.end();
  };
  const receive = (event: LiveEvent) => {
    const mayEnd = ENDING.has(event.kind) && event.ids?.includes(ctx.actor.id) !== false;
    const send = () => write(`data: ${JSON.stringify(event)}\n\n`);
    // A stream whose sign-in ended or was idle for long receives nothing, without waiting for the next heartbeat.
    if (!mayEnd && clock.now().getTime() < safeUntil) send();
    else void beat().then(send).then(endIfScopeChanged);
  };
  const unsubscribe = live.subscribe(inTurn(ctx, receive, () => stream.end()));
  const unregister = live.onClose(() => stream.end());
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
  stream.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
    unregister();
    count(ctx.actor.id, -1);
  });
}

/** Sends what the agent may see of each event; for an agent who does not see every client, sequentially and in order. */
function inTurn(
  { actor: { accessScope }, deps }: Context<AgentActor>,
  receive: (event: LiveEvent) => void,
  end: () => void,
): (event: LiveEvent) => void {
  if (!accessScope) return receive;
  let queue = Promise.resolve();
  return (event) => {
    queue = queue
      .then(() => narrowEvent(deps.database, accessScope, event))
      .then((events) => events.forEach(receive))
      // Missed changes are fetched when the stream is connected again.
      .catch(end);
  };
}

function count(agentId: number, change: number): void {
  const left = (openStreams.get(agentId) ?? 0) + change;
  if (left > 0) openStreams.set(agentId, left);
  else openStreams.delete(agentId);
}

/** The client records that the ids of an event refer to; null where they are agents or nothing. */
const TABLES: Readonly<Record<LiveEvent['kind'], ScopedTable | null>> = {
  clients: 'clients',
  submissions: 'session_forms',
  sessions: 'sessions',
  documents: 'documents',
  tasks: 'tasks',
  calls: 'client_calls',
  policies: 'policies',
  mail: 'mail_messages',
  invoices: 'invoices',
  recurring_payments: 'recurring_payments',
  imports: 'imports',
  operations: 'operations',
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
    saved_views: null,
    commissions: null,
  },
};

/** Streams with the same access scope receive the same events, and share one query. */
const cache = new WeakMap<LiveEvent, Map<string, Promise<LiveEvent[]>>>();

/**
 * An event as sent to an agent who does not see every client (decision 071): with the ids they may see; without any where they may just
 * have lost access, so that their screens refetch; nothing where it does not concern them.
 */
function narrowEvent(db: Database, accessScope: AccessScope, event: LiveEvent): Promise<LiveEvent[]> {
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
  const seen = await withAccessScope(accessScope, () => visibleIdsOf(db, table, ids));
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
