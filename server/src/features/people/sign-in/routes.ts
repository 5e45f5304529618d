import * as endpoints from '@ledgerline/contract/auth/endpoints';
import * as proof from '@ledgerline/contract/auth/proof/endpoints';
import * as signIns from '@ledgerline/contract/sign-ins/endpoints';
import { outsideRoute, type Route, route } from '#platform/http/route.ts';
import { endOtherSignIns, endSignIn, listSignIns } from './list-sign-ins.ts';
import { getProofWays, proveAgain } from './prove.ts';
import * as service from './sign-in.ts';

export const authRoutes: Route[] = [
  outsideRoute(endpoints.signIn, (ctx, { body }, http) => service.signIn(ctx, body, http)),
  route(endpoints.signOut, (ctx) => service.signOut(ctx)),
  route(signIns.listSignIns, (ctx, { params }) => listSignIns(ctx, params.id)),
  route(signIns.endSignIn, (ctx, { params }) => endSignIn(ctx, params.id, params.signInId)),
  route(signIns.endOtherSignIns, (ctx, { params }) => endOtherSignIns(ctx, params.id)),
  route(proof.getProofWays, (ctx) => getProofWays(ctx)),
  outsideRoute(proof.prove, (ctx, { body }) => proveAgain(ctx, body)),
];
