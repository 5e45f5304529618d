import * as endpoints from '@ledgerline/contract/agents/endpoints';
import { endSignIns } from '#features/auth/service.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const agentRoutes: Route[] = [
  route(endpoints.listAgents, (ctx) => service.listAgents(ctx)),
  route(endpoints.checkAgentEmail, (ctx, { query }) => service.checkAgentEmail(ctx, query)),
  route(endpoints.getAgent, (ctx, { params }) => service.getAgent(ctx, params.id)),
  route(endpoints.createAgent, (ctx, { body }) => service.createAgent(ctx, body)),
  route(endpoints.updateAgent, (ctx, { params, body }) => service.updateAgent(ctx, params.id, body)),
  route(endpoints.changeAgentPassword, (ctx, { params, body }) =>
    service.changeAgentPassword(ctx, params.id, body, endSignIns),
  ),
  route(endpoints.deleteAgent, (ctx, { params }) => service.deleteAgent(ctx, params.id)),
];
