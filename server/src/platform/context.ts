import type { Access } from '@ledgerline/contract/endpoint';
import type { AgentFlags } from '@ledgerline/contract/rules';
import type { CheckpointStore } from './audit/checkpoints.ts';
import type { ReadLog } from './audit/read-audit-log.ts';
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
  /** When the sign-in was opened; none where the product acts in an agent's name. */
  signedInAt?: Date;
  /** When the sign-in was last proved; none where the product acts in an agent's name (decision 058). */
  provedAt?: Date;
  /** When the agent last re-authenticated with `reauthenticate`, which signing in is not (decision 097). */
  reauthenticatedAt?: Date | null;
  /** Whose clients he sees, where not everybody's (decision 071). */
  accessScope?: AccessScope;
}

/** A visitor holding a secure link: what its row lets him see, and nothing else (decisions B16, I3). */
export interface ClientActor {
  kind: 'client';
  tokenId: number;
  client_id: number | null;
  session_id: number | null;
  session_form_id: number | null;
  /** The session of the link asks for no passcode, or it was given in this browser. */
  is_unlocked: boolean;
}

/** A signer of the built-in e-signature, named by a short-lived ticket. */
export interface SignerActor {
  kind: 'signer';
  ticket: string;
}

/** Somebody without a token. */
export interface VisitorActor {
  kind: 'visitor';
}

/** The product itself, in jobs. */
export interface SystemActor {
  kind: 'system';
}

export type Actor = AgentActor | ClientActor | SignerActor | VisitorActor | SystemActor;

/** What a handler of each access may meet. */
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

/** What the whole server shares; made once in main or in a test. */
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
  /** The e-signature provider; its signers sign on a page of ours, or elsewhere. */
  esign: OwnPageEsign | (EsignPort & { readonly hasOwnPage: false });
  /** The payment provider of both accounts; people pay on a page of ours, or elsewhere. */
  payments: OwnPagePayments | (PaymentPort & { readonly hasOwnPage: false });
  ownPages: OwnPages;
  /** The identity provider of single sign-on; null without one. */
  identity: IdentityPort | null;
  live: LiveFeed;
  /** Reads on their way into the audit trail. */
  reads: ReadLog;
  /** Where heads of the audit trail's chain go. */
  checkpointStores: CheckpointStore[];
  /** Free bytes on the portal's disks. */
  freeBytes: FreeBytes;
}

/** One call: who asks, through which transaction, with what at hand. */
export interface Context<Who extends Actor = Actor> {
  actor: Who;
  db: Database;
  deps: Deps;
  requestId: string;
  /** The caller's address, for limits and the audit trail. */
  address: string;
  /** The address of this server as the caller knows it, `https://portal.example`; none in jobs. */
  origin?: string;
  /** The browser tab that asked, echoed in live events. */
  tab: string | undefined;
}

/** Who is written down as having done it; nobody where no agent did. */
export function agentIdOf({ actor }: Context): number | null {
  return actor.kind === 'agent' ? actor.id : null;
}

/** The day it is at the brokerage. */
export function brokerageDay({ clock, config }: Deps, at: Date = clock.now()): string {
  return calendarDay(at, config.TIME_ZONE);
}

/** The product's own context, for jobs. */
export function systemContext(deps: Deps, db: Database, requestId: string): Context<SystemActor> {
  return { actor: { kind: 'system' }, db, deps, requestId, address: '', tab: undefined };
}
