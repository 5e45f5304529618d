import type { Context } from '../../server/src/platform/context.ts';
import type { Fakes } from './fakes.ts';
import type { Random } from './random.ts';

export interface FillOptions {
  clients: number;
  seed: number;
  /** `typical` leaves fields empty that most clients leave empty; `all` fills every column, for measurements. */
  fill: 'typical' | 'all';
  /** Fakes of the real providers, for signing and paying without the built-in providers. */
  fakes?: Fakes;
}

/** Shared state of the parts that fill the demo brokerage. */
export interface Demo {
  /** The system as actor, in the single transaction of the fill. */
  ctx: Context;
  random: Random;
  options: FillOptions;
  /** The calendar day in the brokerage's time zone. */
  today: string;
  agentIds: number[];
  /** The open sign-in of each agent, by agent id; signing tickets need it. Deleted at the end of the fill. */
  signInIds: Map<number, number>;
  clientIds: number[];
  /** Template ids by link id, or by the agents' name for templates without one. */
  templateIds: Map<string, number>;
  /** Sessions with a signed agreement, to be invoiced. */
  signedSessions: SignedSession[];
}

export interface SignedSession {
  id: number;
  /** Hours before the fill. */
  hoursAgo: number;
  isPaid: boolean;
}
