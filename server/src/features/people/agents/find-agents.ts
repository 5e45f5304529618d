import type { Agent } from '@ledgerline/contract/agents/endpoints';
import type { NamedAgent } from '@ledgerline/contract/rules';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { canSeeAgent } from './policy.ts';
import * as queries from './queries.ts';
import { type AgentRow, findByName, lockAgentRows, lockByEmail, lockOwnerRows } from './repository.ts';

type Ctx = Context<AgentActor>;

/** How many clients each of these agents created; of all agents without `ids` (decisions B24; composed in app.ts). */
export type CountClients = (db: Database, ids?: readonly number[]) => Promise<ReadonlyMap<number, number>>;

/** Ends the sign-ins of an agent but one. */
export type EndSignIns = (db: Database, agentId: number, except: number | null, now: Date) => Promise<void>;

/** Mails an agent who was just created the link with which he chooses his password. */
type Invite = (ctx: Context<AgentActor>, agent: AgentRow) => Promise<unknown>;

/**
 * Who is invited has chosen no password yet: an open invitation is sent again to another address, and the link to the former
 * one stops working. False where no invitation is pending.
 */
export type MoveInvitation = (ctx: Context<AgentActor>, agent: AgentRow) => Promise<boolean>;

/** The clients that belong to an agent, and how they go over to another one, or to nobody. */
export interface OwnedClients {
  count(db: Database, agentId: number): Promise<number>;
  reassign(ctx: Context, from: number, to: number | null): Promise<void>;
}

/** What an agent has not done yet goes over with the clients; without a word on those it is nobody's (decision 047). */
export interface OpenTasks {
  reassign(ctx: Context, from: number, to: number | null): Promise<void>;
}

/** What agents need of rooms and features above them (composed in app.ts). */
export interface NeededAbove {
  countClients: CountClients;
  endSignIns: EndSignIns;
  invite: Invite;
  moveInvitation: MoveInvitation;
  ownedClients: OwnedClients;
  openTasks: OpenTasks;
}

/** Whom somebody means who types his username or his email. */
export function findAgentByName(db: Database, name: string): Promise<{ id: number } | undefined> {
  return findByName(db, name.trim());
}

/** The row, unchangeable by others until the transaction ends; none where the agent is gone. */
export async function lockAgentRow(db: Database, id: number): Promise<AgentRow | undefined> {
  return (await lockAgentRows(db, [id]))[0];
}

/** Every owner, locked until the transaction ends. */
export async function lockOwners(db: Database): Promise<number[]> {
  return (await lockOwnerRows(db)).map(({ id }) => id);
}

/** Where owners get mail. */
export function emailsOfOwners(db: Database): Promise<string[]> {
  return queries.emailsOfOwners(db);
}

/** Whose address it is; the row stays what it is until the transaction ends. */
export function lockAgentByEmail(db: Database, email: string): Promise<AgentRow | undefined> {
  return lockByEmail(db, email.trim());
}

export async function listAgents(
  ctx: Ctx,
  countClients: CountClients,
): Promise<{ success: true; data: Agent[] }> {
  const agents = await queries.listAgents(ctx.db);
  const counts = await countClients(ctx.db);
  return {
    success: true,
    data: agents.map((agent) => ({ ...agent, client_count: counts.get(agent.id) ?? 0 })),
  };
}

/** Everybody's name, for screens and for reading what names an agent. */
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
