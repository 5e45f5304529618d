import * as endpoints from '@ledgerline/contract/auth/second-factor/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { getFactors } from './find-factors.ts';
import { confirmApp, removeApp, startApp } from './keep-app.ts';
import { addPasskey, removePasskey, startPasskey } from './keep-passkeys.ts';
import { getSignInRules, updateSignInRules } from './keep-rules.ts';
import { renewRecoveryCodes } from './make-recovery-codes.ts';

export const secondFactorRoutes: Route[] = [
  route(endpoints.getFactors, (ctx) => getFactors(ctx)),
  route(endpoints.startApp, (ctx) => startApp(ctx)),
  route(endpoints.confirmApp, (ctx, { body }) => confirmApp(ctx, body.code)),
  route(endpoints.removeApp, (ctx) => removeApp(ctx)),
  route(endpoints.startPasskey, (ctx) => startPasskey(ctx)),
  route(endpoints.addPasskey, (ctx, { body }) => addPasskey(ctx, body)),
  route(endpoints.removePasskey, (ctx, { params }) => removePasskey(ctx, params.id)),
  route(endpoints.renewRecoveryCodes, (ctx) => renewRecoveryCodes(ctx)),
  route(endpoints.getSignInRules, (ctx) => getSignInRules(ctx)),
  route(endpoints.updateSignInRules, (ctx, { body }) => updateSignInRules(ctx, body)),
];
