import * as endpoints from '@ledgerline/contract/settings/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as brand from './brand/service.ts';
import { getInstallation } from './installation.ts';
import * as service from './service.ts';

export const settingsRoutes: Route[] = [
  route(endpoints.getPublicSettings, (ctx) => service.getPublicSettings(ctx)),
  route(endpoints.getGlobalSettings, (ctx) => service.getGlobalSettings(ctx)),
  route(endpoints.updateGlobalSettings, (ctx, { body }) => service.updateGlobalSettings(ctx, body)),
  route(endpoints.getBrand, (ctx) => brand.getBrand(ctx)),
  route(endpoints.updateBrand, (ctx, { body }) => brand.updateBrand(ctx, body)),
  route(endpoints.getInstallation, (ctx) => getInstallation(ctx)),
];
