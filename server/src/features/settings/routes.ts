import * as endpoints from '@ledgerline/contract/settings/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const settingsRoutes: Route[] = [
  route(endpoints.getPublicSettings, (ctx) => service.getPublicSettings(ctx)),
];
