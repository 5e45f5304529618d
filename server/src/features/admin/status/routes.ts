import * as endpoints from '@ledgerline/contract/status/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './read-status.ts';

export const statusRoutes: Route[] = [route(endpoints.getStatus, (ctx) => service.getStatus(ctx))];
