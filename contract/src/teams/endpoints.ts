import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { NEEDS_TO_KNOW } from '../rules/need-to-know.ts';
import { idSchema, textSchema } from '../schemas.ts';

/** Agents who see each other's clients where the brokerage allows it (decision 071); each is in one team, or in none. */
const teamSchema = z.object({ id: z.number(), name: z.string(), agent_ids: z.array(z.number()) });
export type Team = z.output<typeof teamSchema>;

const teamName = z.strictObject({ name: textSchema(80) });

export const listTeams = endpoint('GET /teams', 'agent', {
  summary: 'List teams by name, each with its agents',
  audit: 'none',
  reply: success({ data: z.array(teamSchema) }),
});

export const createTeam = endpoint('POST /teams', 'owner', {
  summary: 'Create a team; 409 when the name is in use',
  needsReauthentication: true,
  status: 201,
  body: teamName,
  reply: success({ id: z.number(), data: teamSchema }),
});

export const renameTeam = endpoint('PUT /teams/:id', 'owner', {
  summary: 'Rename a team; 409 when the name is in use',
  needsReauthentication: true,
  body: teamName,
  reply: success({ data: teamSchema }),
});

export const deleteTeam = endpoint('DELETE /teams/:id', 'owner', {
  summary: 'Delete a team; its agents are then in no team',
  needsReauthentication: true,
  reply: doneReply,
});

export const assignTeam = endpoint('PUT /agents/:id/team', 'owner', {
  summary: 'Assign an agent to a team, or remove them from their team',
  needsReauthentication: true,
  body: z.strictObject({ team_id: idSchema.nullable() }),
  reply: doneReply,
});

const needToKnowSchema = z.strictObject({
  /** Whose clients agents see; owners see everyone’s. */
  sees: z.enum(NEEDS_TO_KNOW),
});

export const getNeedToKnow = endpoint('GET /need-to-know', 'agent', {
  summary: 'Get whose clients agents see, and whose the caller sees',
  audit: 'none',
  reply: success({ data: needToKnowSchema.extend({ i_see: z.enum(NEEDS_TO_KNOW) }) }),
});

export const updateNeedToKnow = endpoint('PUT /need-to-know', 'owner', {
  summary: 'Set whose clients agents see; effective from the next request',
  needsReauthentication: true,
  body: needToKnowSchema,
  reply: doneReply,
});
