import type { ServerResponse } from 'node:http';
import type { LiveEvent } from '@ledgerline/contract/live/endpoints';
import { openUntil } from '#features/people/auth/sign-in.ts';
import { findAccessScope } from '#features/people/teams/access-scope.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { narrowEvent } from './scope-event.ts';

/** A comment line now and then keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20_000;
/** More than anybody has windows. */
const MAX_STREAMS = 30;
/** What may wait for a reader who does not read; then he is cut off and has to open the stream anew. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** What happens to an agent or his sign-ins may end them. */
const ENDING: ReadonlySet<LiveEvent['kind']> = new Set(['agents', 'sign_ins', 'access_scope']);

/** Streams that this server holds open, by agent. */
const openStreams = new Map<number, number>();

export function assertStreamsWithinLimit({ actor }: Context<AgentActor>): void {
  if ((openStreams.get(actor.id) ?? 0) >= MAX_STREAMS) {
    throw new AppError('too_many_requests', { message: 'Ledgerline is open in too many windows.' });
  }
}

/** Tells what changes until the reader goes, his sign-in ends or the server stops. */
export function streamEvents(ctx: Context<AgentActor>, stream: ServerResponse): void {
  const { clock, live, log } = ctx.deps;
  count(ctx.actor.id, 1);
  const write = (text: string) => {
    // A stream that was ended and is not closed yet: writing to it would be an error that nobody hears.
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
  /** Whose clients he sees are others now: the stream is opened anew, and then all screens ask anew. */
  const endIfTurned = async () => {
    const accessScope = await findAccessScope(ctx.deps.database, ctx.actor.id).catch(() => null);
    if (accessScope === null || String(accessScope) !== String(ctx.actor.accessScope)) stream.end();
  };
  const receive = (event: LiveEvent) => {
    const mayEnd = ENDING.has(event.kind) && event.ids?.includes(ctx.actor.id) !== false;
    const send = () => write(`data: ${JSON.stringify(event)}\n\n`);
    // One that has ended, or has been left alone for long, is told nothing; nobody waits for the next beat.
    if (!mayEnd && clock.now().getTime() < safeUntil) send();
    else void beat().then(send).then(endIfTurned);
  };
  const unsubscribe = live.subscribe(inTurn(ctx, receive, () => stream.end()));
  const forget = live.onClose(() => stream.end());
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
  stream.once('close', () => {
    clearInterval(heartbeat);
    unsubscribe();
    forget();
    count(ctx.actor.id, -1);
  });
}

/** Hears what the agent may see of each event; of who does not see every client one after the other, as they came. */
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
      // What he was not told he reads when the stream stands again.
      .catch(end);
  };
}

function count(agentId: number, change: number): void {
  const left = (openStreams.get(agentId) ?? 0) + change;
  if (left > 0) openStreams.set(agentId, left);
  else openStreams.delete(agentId);
}
