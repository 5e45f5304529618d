import { z } from 'zod';
import { doneReply, endpoint, success } from '../endpoint.ts';
import { RELATIONS } from '../rules/households.ts';
import { idSchema } from '../schemas.ts';

const memberSchema = z.object({
  /** The linked client. */
  client_id: z.number(),
  name: z.string(),
  /** The linked client's relation to the client. */
  relation: z.enum(RELATIONS),
});
export type HouseholdMember = z.output<typeof memberSchema>;

export const listHousehold = endpoint('GET /clients/:id/household', 'agent', {
  summary: 'List the clients that are linked to a client as family, seen from this client',
  audit: { action: 'opened', of: 'client' },
  reply: success({ members: z.array(memberSchema) }),
});

export const linkClient = endpoint('POST /clients/:id/household', 'agent', {
  summary: 'Link another client as family; both clients show the link',
  body: z.strictObject({ client_id: idSchema, relation: z.enum(RELATIONS) }),
  status: 201,
  audit: 'own',
  reply: success({ members: z.array(memberSchema) }),
});

export const unlinkClient = endpoint('DELETE /clients/:id/household/:clientId', 'agent', {
  needsReauthentication: { never: 'daily work; the link can be added again' },
  params: z.object({ id: idSchema, clientId: idSchema }),
  summary: 'Remove the link between two clients; policies that cover the linked client stay as they are',
  audit: 'own',
  reply: doneReply,
});
