import { Readable } from 'node:stream';
import * as endpoints from '@ledgerline/contract/policies/endpoints';
import { assertRevealsWithinLimit } from '#features/people/agents/reveals/limit-reveals.ts';
import { type Route, route, streamRoute } from '#platform/http/route.ts';
import { exportPolicies } from './export-policies.ts';
import { findSameNumber } from './find-same-number.ts';
import { updateRenewal } from './renew-policy.ts';
import * as policies from './service.ts';

export const policyRoutes: Route[] = [
  route(endpoints.listClientPolicies, (ctx, { params }) => policies.listClientPolicies(ctx, params.id)),
  route(endpoints.listPolicies, (ctx, { query }) => policies.listPolicies(ctx, query)),
  streamRoute(endpoints.exportPolicies, async (ctx, { body }, { reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="policies.csv"')
      .send(Readable.from(exportPolicies(ctx, body))),
  ),
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
