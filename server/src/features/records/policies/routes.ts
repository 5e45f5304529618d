import * as clientColumns from '@ledgerline/contract/policies/client-columns/endpoints';
import * as endpoints from '@ledgerline/contract/policies/endpoints';
import { assertRevealsWithinLimit } from '#features/people/agents/reveals/limit-reveals.ts';
import { sendCsv } from '#platform/http/csv-response.ts';
import { type Route, route, streamRoute } from '#platform/http/route.ts';
import { importColumnPlans, listColumnPlans } from './client-columns/service.ts';
import { exportPolicies } from './export-policies.ts';
import { findSameNumber } from './find-same-number.ts';
import { updateRenewal } from './renew-policy.ts';
import * as policies from './service.ts';

export const policyRoutes: Route[] = [
  route(endpoints.listClientPolicies, (ctx, { params }) => policies.listClientPolicies(ctx, params.id)),
  route(endpoints.listPolicies, (ctx, { query }) => policies.listPolicies(ctx, query)),
  streamRoute(endpoints.exportPolicies, async (ctx, { body }, { reply }) =>
    sendCsv(reply, 'policies.csv', exportPolicies(ctx, body)),
  ),
  route(clientColumns.listColumnPlans, (ctx) => listColumnPlans(ctx)),
  route(clientColumns.importColumnPlans, (ctx, { body }) => importColumnPlans(ctx, body)),
  route(endpoints.findSameNumber, (ctx, { body }) => findSameNumber(ctx, body)),
  route(endpoints.createPolicy, (ctx, { params, body }) => policies.createPolicy(ctx, params.id, body)),
  route(endpoints.updatePolicy, (ctx, { params, body }) => policies.updatePolicy(ctx, params.id, body)),
  route(endpoints.deletePolicy, (ctx, { params }) => policies.deletePolicy(ctx, params.id)),
  route(
    endpoints.revealPolicyNumber,
    (ctx, { params, body }) => policies.revealPolicyNumber(ctx, params.id, body),
    assertRevealsWithinLimit,
  ),
  route(endpoints.updateRenewal, (ctx, { params, body }) => updateRenewal(ctx, params.id, body)),
];
