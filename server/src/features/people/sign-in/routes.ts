import * as endpoints from '@ledgerline/contract/auth/endpoints';
import { outsideRoute, type Route, route } from '#platform/http/route.ts';
import * as service from './sign-in.ts';

export const authRoutes: Route[] = [
  outsideRoute(endpoints.signIn, (ctx, { body }, http) => service.signIn(ctx, body, http)),
  route(endpoints.signOut, (ctx) => service.signOut(ctx)),
];
