import * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { confirmApp, removeApp, startApp } from './authenticator-app.ts';
import { renewRecoveryCodes } from './create-recovery-codes.ts';
import { getTwoFactorMethods } from './find-methods.ts';
import { addPasskey, removePasskey, startPasskey } from './passkeys.ts';
import { getSignInPolicy, updateSignInPolicy } from './sign-in-policy.ts';

export const twoFactorRoutes: Route[] = [
  route(endpoints.getTwoFactorMethods, (ctx) => getTwoFactorMethods(ctx)),
  route(endpoints.startApp, (ctx) => startApp(ctx)),
  route(endpoints.confirmApp, (ctx, { body }) => confirmApp(ctx, body.code)),
  route(endpoints.removeApp, (ctx) => removeApp(ctx)),
  route(endpoints.startPasskey, (ctx) => startPasskey(ctx)),
  route(endpoints.addPasskey, (ctx, { body }) => addPasskey(ctx, body)),
  route(endpoints.removePasskey, (ctx, { params }) => removePasskey(ctx, params.id)),
  route(endpoints.renewRecoveryCodes, (ctx) => renewRecoveryCodes(ctx)),
  route(endpoints.getSignInPolicy, (ctx) => getSignInPolicy(ctx)),
  route(endpoints.updateSignInPolicy, (ctx, { body }) => updateSignInPolicy(ctx, body)),
];
