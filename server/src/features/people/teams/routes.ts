import * as endpoints from '@ledgerline/contract/teams/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { getNeedToKnow, updateNeedToKnow } from './need-to-know.ts';
import * as teams from './service.ts';

export const teamRoutes: Route[] = [
  route(endpoints.listTeams, (ctx) => teams.listTeams(ctx)),
  route(endpoints.createTeam, (ctx, { body }) => teams.createTeam(ctx, body)),
  route(endpoints.renameTeam, (ctx, { params, body }) => teams.renameTeam(ctx, params.id, body)),
  route(endpoints.deleteTeam, (ctx, { params }) => teams.deleteTeam(ctx, params.id)),
  route(endpoints.assignTeam, (ctx, { params, body }) => teams.assignTeam(ctx, params.id, body)),
  route(endpoints.getNeedToKnow, (ctx) => getNeedToKnow(ctx)),
  route(endpoints.updateNeedToKnow, (ctx, { body }) => updateNeedToKnow(ctx, body)),
];
