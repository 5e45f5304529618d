import type { CallKind, CallOutcome } from '@ledgerline/contract/rules';
import { logCall } from '../../server/src/features/records/calls/service.ts';
import { openAgentSession } from './agent-session.ts';
import type { Demo } from './demo.ts';

/** A logged contact, this many hours before now. */
interface Kind {
  hoursAgo: number;
  kind: CallKind;
  outcome?: CallOutcome;
  text: string;
}

const KINDS: Kind[] = [
  {
    hoursAgo: 700,
    kind: 'meeting',
    outcome: 'reached',
    text: 'Went through the plans for next year at the office',
  },
  { hoursAgo: 420, kind: 'call', outcome: 'no_answer', text: '' },
  { hoursAgo: 396, kind: 'call', outcome: 'left_message', text: 'Asked to call back about the premium' },
  { hoursAgo: 260, kind: 'text', outcome: 'reached', text: 'Confirmed the appointment' },
  { hoursAgo: 120, kind: 'call', outcome: 'reached', text: 'Wants a quote for dental and vision' },
  { hoursAgo: 50, kind: 'note', text: 'Prefers to be called in the morning' },
];

const ROUNDS = 3;
const AGENTS = 3;

/** Logs calls, texts, meetings and notes: several for the first client, one each for others. */
export async function fillCalls(demo: Demo): Promise<string> {
  const agentSession = openAgentSession(demo);
  const kinds = Array.from({ length: ROUNDS }, () => KINDS).flat();
  for (const [position, { hoursAgo, kind, outcome = null, text }] of kinds.entries()) {
    agentSession.at(hoursAgo);
    const client = demo.clientIds[position < KINDS.length ? 0 : position];
    if (client === undefined) continue;
    await logCall(agentSession.as(position % AGENTS), client, { kind, outcome, text, follow_up_on: null });
  }
  return `${kinds.length} logged calls`;
}
