import type { Access } from '@ledgerline/contract/endpoint';
import { type AgentFlags, NO_FLAGS } from '@ledgerline/contract/rules';
import type { CheckpointStore } from './audit/checkpoints.ts';
import type { ReadLog } from './audit/read-log.ts';
import type { TokenSigner } from './auth/tokens.ts';
import { type Clock, calendarDay } from './clock.ts';
import type { Config } from './config.ts';
import type { AccessScope } from './database/access-scope.ts';
import type { Database, DatabasePool } from './database/database.ts';
import type { EmailTransport } from './email/transport.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { LiveFeed } from './live-feed.ts';
import type { Log } from './log.ts';
import type { OwnPagePayments, OwnPages } from './ports/built-in-pay-page.ts';
import type { OwnPageEsign } from './ports/built-in-signing.ts';
import type { EsignPort } from './ports/esign.ts';
import type { IdentityPort } from './ports/identity.ts';
import type { PaymentPort } from './ports/payments.ts';
import type { FieldCipher } from './secrets/field-cipher.ts';
import type { EncryptedStorage } from './storage/encrypted/encrypted-storage.ts';
import type { FreeBytes } from './storage/free-space.ts';

/** A signed-in agent; flags are read from the database on every call (decisions B12). */
export interface AgentActor extends AgentFlags {
  kind: 'agent';
  id: number;
  name: string;
  signInId: number;
  /** When the sign-in started; undefined if the product acts in an agent's name. */
  signedInAt?: Date;
  /** When the sign-in was last re-authenticated; undefined if the product acts in an agent's name (decision 058). */
  authenticatedAt?: Date;
  /** When the agent last re-authenticated with `reauthenticate`; signing in does not count (decision 097). */
  reauthenticatedAt?: Date | null;
  /** Whose clients the agent sees, if not all (decision 071). */
  accessScope?: AccessScope;
}

/** A visitor with a secure link: sees what its row allows, and nothing else (decisions B16, I3). */
export interface ClientActor {
  kind: 'client';
  tokenId: number;
  client_id: number | null;
  session_id: number | null;
  session_form_id: number | null;
  /** The session of the link has no passcode, or it was entered in this browser. */
  is_unlocked: boolean;
}

/** A signer of the built-in e-signature, identified by a short-lived ticket. */
export interface SignerActor {
  kind: 'signer';
  ticket: string;
}

/** An anonymous caller. */
export interface VisitorActor {
  kind: 'visitor';
}

/** The product itself, in jobs. */
export interface SystemActor {
  kind: 'system';
}

export type Actor = AgentActor | ClientActor | SignerActor | VisitorActor | SystemActor;

/** The possible actors for each access level. */
export interface ActorByAccess extends Record<Access, Actor> {
  public: VisitorActor;
  optional_agent: AgentActor | VisitorActor;
  agent: AgentActor;
  agent_manager: AgentActor;
  owner_or_developer: AgentActor;
  developer: AgentActor;
  owner: AgentActor;
  form_token: ClientActor;
  agent_or_client: AgentActor | ClientActor;
  signing_token: SignerActor;
}

/** What the server shares; created once in main or in a test. */
export interface Deps {
  config: Config;
  clock: Clock;
  log: Log;
  database: DatabasePool;
  cipher: FieldCipher;
  tokens: TokenSigner;
  jobs: Jobs;
  storage: EncryptedStorage;
  email: EmailTransport;
  /** The e-signature provider; its signers sign on a page of ours, or on an external one. */
  esign: OwnPageEsign | (EsignPort & { readonly hasOwnPage: false });
  /** The payment provider of both accounts; clients pay on a page of ours, or on an external one. */
  payments: OwnPagePayments | (PaymentPort & { readonly hasOwnPage: false });
  ownPages: OwnPages;
  /** The identity provider of single sign-on; null without one. */
  identity: IdentityPort | null;
  live: LiveFeed;
  /** Reads waiting to be written to the audit log. */
  reads: ReadLog;
  /** The targets for checkpoints of the audit chain. */
  checkpointStores: CheckpointStore[];
  /** Free bytes on the portal's disks. */
  freeBytes: FreeBytes;
}

/** One call: its actor, its transaction, and the available dependencies. */
export interface Context<Who extends Actor = Actor> {
  actor: Who;
  db: Database;
  deps: Deps;
  requestId: string;
  /** The caller's address, for limits and the audit log. */
  address: string;
  /** The server's address as the caller knows it, `https://portal.example`; none in jobs. */
  origin?: string;
  /** The browser tab that sent the request, echoed in live events. */
  tab: string | undefined;
}

/** The agent recorded for an action; null if no agent performed it. */
export function agentIdOf({ actor }: Context): number | null {
  return actor.kind === 'agent' ? actor.id : null;
}

/** The current date at the brokerage. */
export function brokerageDay({ clock, config }: Deps, at: Date = clock.now()): string {
  return calendarDay(at, config.TIME_ZONE);
}

/** The product's own context, for jobs. */
export function systemContext(deps: Deps, db: Database, requestId: string): Context<SystemActor> {
  return { actor: { kind: 'system' }, db, deps, requestId, address: '', tab: undefined };
}

/** The context of a job that acts in an agent's name. */
export function agentContext(
  deps: Deps,
  agent: { id: number; name: string },
  requestId: string,
): Context<AgentActor> {
  const actor = { kind: 'agent', ...agent, signInId: 0, ...NO_FLAGS } as const;
  return { actor, db: deps.database, deps, requestId, address: '', tab: undefined };
}
