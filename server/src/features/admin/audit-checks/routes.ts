import * as endpoints from '@ledgerline/contract/audit-checks/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './verify-audit-log.ts';

export const auditCheckRoutes: Route[] = [
  route(endpoints.startAuditCheck, (ctx) => service.startAuditCheck(ctx)),
  route(endpoints.getAuditChain, (ctx) => service.getAuditChain(ctx)),
];
