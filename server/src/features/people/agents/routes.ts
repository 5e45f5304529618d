import * as endpoints from '@ledgerline/contract/agents/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { getAgent, listAgentNames, listAgents, type NeededAbove } from './look-up-agents.ts';
import * as agents from './manage-agents.ts';

/** `countClients`, `ownedClients` and `openTasks` ask the room that keeps clients and tasks, `endSignIns` and `invite` where sign-ins are kept. */
export const agentRoutes = ({
  countClients,
  endSignIns,
  invite,
  ownedClients,
  openTasks,
}: NeededAbove): Route[] => [
  route(endpoints.listAgents, (ctx) => listAgents(ctx, countClients)),
  route(endpoints.listAgentNames, (ctx) => listAgentNames(ctx)),
  route(endpoints.checkAgentEmail, (ctx, { query }) => agents.checkAgentEmail(ctx, query)),
  route(endpoints.getAgent, (ctx, { params }) => getAgent(ctx, params.id, countClients)),
  route(endpoints.createAgent, (ctx, { body }) => agents.createAgent(ctx, body, { countClients, invite })),
  route(endpoints.updateAgent, (ctx, { params, body }) =>
    agents.updateAgent(ctx, params.id, body, countClients),
  ),
  route(endpoints.changeAgentPassword, (ctx, { params, body }) =>
    agents.changeAgentPassword(ctx, params.id, body, endSignIns),
  ),
  route(endpoints.deleteAgent, (ctx, { params, query }) =>
    agents.deleteAgent(ctx, params.id, query.clients_to, { ownedClients, openTasks }),
  ),
];
