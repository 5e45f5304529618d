import * as endpoints from '@ledgerline/contract/auth/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const authRoutes: Route[] = [
  route(endpoints.signIn, (ctx, { body }) => service.signIn(ctx, body), service.countAttempt),
  route(endpoints.signOut, (ctx) => service.signOut(ctx)),
];
