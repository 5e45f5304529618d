import type { Context } from '../../server/src/platform/context.ts';
import type { Fakes } from './fakes.ts';
import type { Random } from './random.ts';

export interface FillOptions {
  clients: number;
  seed: number;
  /** `typical` leaves empty what most clients leave empty; `all` fills every column, for measurements. */
  fill: 'typical' | 'all';
  /** Fakes of the real providers, where people sign and pay instead of with the built-in ones. */
  fakes?: Fakes;
}

/** What every part of the made-up brokerage is filled with. */
export interface Demo {
  /** The product itself as actor, in the one transaction of the whole fill. */
  ctx: Context;
  random: Random;
  options: FillOptions;
  /** The calendar day in the brokerage's time zone. */
  today: string;
  agentIds: number[];
  /** The open sign-in of each agent by the agent's id, which signing tickets need; gone once the fill is done. */
  signInIds: Map<number, number>;
  clientIds: number[];
  /** By link id, where there is none by the agents' name. */
  templateIds: Map<string, number>;
  /** Sessions whose agreement is signed, to be invoiced. */
  signedSessions: SignedSession[];
}

export interface SignedSession {
  id: number;
  /** So many hours before the fill. */
  hoursAgo: number;
  isPaid: boolean;
}
