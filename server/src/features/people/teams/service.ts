import type { BodyOf } from '@ledgerline/contract/endpoint';
import { teamNameError } from '@ledgerline/contract/rules';
import type * as endpoints from '@ledgerline/contract/teams/endpoints';
import type { Team } from '@ledgerline/contract/teams/endpoints';
import { type AuditEntry, writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, assertName } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { changeTeam } from '../agents/change-team.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Name = BodyOf<typeof endpoints.createTeam>;
interface Answer {
  success: true;
  data: Team;
}

export async function listTeams(ctx: Ctx): Promise<{ success: true; data: Team[] }> {
  return { success: true, data: await queries.listTeams(ctx.db) };
}

const wrongName = (name: string, others: readonly Team[]) =>
  teamNameError(
    name,
    others.map((team) => team.name),
  );

export async function createTeam(ctx: Ctx, input: Name): Promise<Answer & { id: number }> {
  await repository.lockTeams(ctx.db);
  const name = input.name.trim();
  const others = await queries.listTeams(ctx.db);
  assertName('name', name, wrongName(name, others));
  const id = await repository.insertTeam(ctx.db, name, ctx.deps.clock.now());
  await note(ctx, { action: 'created', entity: 'team', entity_id: id, new_value: name }, 'scope_stays');
  return { success: true, id, data: await teamOf(ctx.db, id) };
}

export async function renameTeam(ctx: Ctx, id: number, input: Name): Promise<Answer> {
  await repository.lockTeams(ctx.db);
  const own = await teamOf(ctx.db, id);
  const name = input.name.trim();
  const others = (await queries.listTeams(ctx.db)).filter((team) => team.id !== id);
  assertName('name', name, wrongName(name, others));
  if (name !== own.name) {
    await repository.renameTeam(ctx.db, id, name);
    const entry = { action: 'updated', entity: 'team', entity_id: id, field: 'name' };
    await note(ctx, { ...entry, old_value: own.name, new_value: name }, 'scope_stays');
  }
  return { success: true, data: await teamOf(ctx.db, id) };
}

/** If access is by team, its agents see only their own clients from then on. */
export async function deleteTeam(ctx: Ctx, id: number): Promise<{ success: true }> {
  await repository.lockTeams(ctx.db);
  const own = await teamOf(ctx.db, id);
  await repository.removeTeam(ctx.db, id);
  await note(ctx, { action: 'deleted', entity: 'team', entity_id: id, old_value: own.name }, 'scope_changes');
  return { success: true };
}

export async function assignTeam(
  ctx: Ctx,
  agentId: number,
  { team_id }: BodyOf<typeof endpoints.assignTeam>,
): Promise<{ success: true }> {
  await repository.lockTeams(ctx.db);
  const teams = await queries.listTeams(ctx.db);
  const nameOf = (id: number | null) => teams.find((team) => team.id === id)?.name ?? null;
  if (team_id !== null && nameOf(team_id) === null) throw notFound();
  const before = await changeTeam(ctx, agentId, team_id);
  if (before === team_id) return { success: true };
  const entry = { action: 'updated', entity: 'agent', entity_id: agentId, field: 'team' };
  await note(ctx, { ...entry, old_value: nameOf(before), new_value: nameOf(team_id) }, 'scope_changes');
  return { success: true };
}

async function teamOf(db: Database, id: number): Promise<Team> {
  const team = (await queries.listTeams(db)).find((one) => one.id === id);
  if (!team) throw notFound();
  return team;
}

function notFound(): AppError {
  return new AppError('not_found', { message: 'Team not found.' });
}

/** Agents whose access scope changed reload all of their screens. */
async function note(ctx: Ctx, entry: AuditEntry, scope: 'scope_changes' | 'scope_stays'): Promise<void> {
  await writeAudit(ctx, [entry]);
  await publishLiveEvent(ctx, {
    kind: scope === 'scope_changes' ? 'access_scope' : 'agents',
    action: 'updated',
  });
}
