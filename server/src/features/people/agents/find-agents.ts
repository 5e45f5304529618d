import type { Agent, ListedAgent } from '@ledgerline/contract/agents/endpoints';
import type { Invitation } from '@ledgerline/contract/auth/password-links/invitation';
import type { NamedAgent } from '@ledgerline/contract/rules';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { isTrustedEmail } from './emails/rules.ts';
import { canSeeAgent, canSeeSecurity } from './policy.ts';
import * as queries from './queries.ts';
import {
  type AgentRow,
  findAgent,
  findByName,
  lockAgentRows,
  lockByEmail,
  lockOwnerRows,
} from './repository.ts';

type Ctx = Context<AgentActor>;

/**
 * How many clients each of these agents created; all agents without `ids` (decisions B24; composed in
 * app.ts).
 */
export type CountClients = (db: Database, ids?: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Ends all sign-ins of an agent except one. */
export type EndSignIns = (db: Database, agentId: number, except: number | null, now: Date) => Promise<void>;

/** Emails a newly created agent the link to set their password. */
type Invite = (ctx: Context<AgentActor>, agent: AgentRow) => Promise<unknown>;

/**
 * Resends a pending invitation to the corrected address; the link to the former one stops working. False if
 * no invitation is pending.
 */
export type MoveInvitation = (ctx: Context<AgentActor>, agent: AgentRow) => Promise<boolean>;

/** The invitations of agents who have not chosen a password yet, by agent. */
type ListInvitations = (ctx: Ctx) => Promise<ReadonlyMap<number, Invitation>>;

/** The clients that belong to an agent, and how they are reassigned to another agent or to no one. */
export interface OwnedClients {
  count(db: Database, agentId: number): Promise<number>;
  reassign(ctx: Context, from: number, to: number | null): Promise<void>;
}

/**
 * Reassigns an agent's open tasks along with the clients; without a successor they become unassigned
 * (decision 047).
 */
export interface OpenTasks {
  reassign(ctx: Context, from: number, to: number | null): Promise<void>;
}

/** What agents need from modules and features above them (composed in app.ts). */
export interface NeededAbove {
  countClients: CountClients;
  endSignIns: EndSignIns;
  invite: Invite;
  listInvitations: ListInvitations;
  moveInvitation: MoveInvitation;
  ownedClients: OwnedClients;
  openTasks: OpenTasks;
}

/** Finds an agent by username or email. */
export function findAgentByName(db: Database, name: string): Promise<{ id: number } | undefined> {
  return findByName(db, name.trim());
}

/** The address of the agent if it counts as theirs, otherwise null. */
export async function findTrustedEmail(db: Database, id: number): Promise<string | null> {
  const agent = await findAgent(db, id);
  return agent && isTrustedEmail(agent) ? agent.email : null;
}

/** The row, locked until the transaction ends; undefined if the agent no longer exists. */
export async function lockAgentRow(db: Database, id: number): Promise<AgentRow | undefined> {
  return (await lockAgentRows(db, [id]))[0];
}

/** Every owner, locked until the transaction ends. */
export async function lockOwners(db: Database): Promise<number[]> {
  return (await lockOwnerRows(db)).map(({ id }) => id);
}

/** The email addresses of owners. */
export function emailsOfOwners(db: Database): Promise<string[]> {
  return queries.emailsOfOwners(db);
}

/** The agent with this address; the row is locked until the transaction ends. */
export function lockAgentByEmail(db: Database, email: string): Promise<AgentRow | undefined> {
  return lockByEmail(db, email.trim());
}

export async function listAgents(
  ctx: Ctx,
  { countClients, listInvitations }: Pick<NeededAbove, 'countClients' | 'listInvitations'>,
): Promise<{ success: true; data: ListedAgent[] }> {
  const agents = await queries.listAgents(ctx.db);
  const counts = await countClients(ctx.db);
  const invitations = await listInvitations(ctx);
  const security = await securityOf(ctx);
  return {
    success: true,
    data: agents.map((agent) => ({
      ...agent,
      client_count: counts.get(agent.id) ?? 0,
      invitation: invitations.get(agent.id) ?? null,
      security: security.get(agent.id) ?? null,
    })),
  };
}

async function securityOf({ actor, db }: Ctx): Promise<Map<number, NonNullable<ListedAgent['security']>>> {
  const rows = canSeeSecurity(actor) ? await queries.listSecurity(db) : [];
  return new Map(
    rows.map(({ id, has_two_factor, last_seen_at }) => [
      id,
      { has_two_factor, last_seen_at: last_seen_at?.toISOString() ?? null },
    ]),
  );
}

/** Every agent's name, for screens and for resolving agents by name. */
export function findAgentNames(db: Database): Promise<NamedAgent[]> {
  return queries.listNames(db);
}

export async function listAgentNames(ctx: Ctx): Promise<{ success: true; data: NamedAgent[] }> {
  return { success: true, data: await findAgentNames(ctx.db) };
}

export async function getAgent(
  ctx: Ctx,
  id: number,
  countClients: CountClients,
): Promise<{ success: true; data: Agent }> {
  const agent = await findVisibleAgent(ctx, id);
  const counts = await countClients(ctx.db, [id]);
  return { success: true, data: { ...agent, client_count: counts.get(id) ?? 0 } };
}

/** An agent whom the actor may see. */
export async function findVisibleAgent(ctx: Ctx, id: number): Promise<queries.ListedAgent> {
  const agent = canSeeAgent(ctx.actor, id) ? await queries.findListedAgent(ctx.db, id) : undefined;
  if (!agent) throw new AppError('not_found', { message: 'Agent not found.' });
  return agent;
}
