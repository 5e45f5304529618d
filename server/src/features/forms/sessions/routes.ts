import * as endpoints from '@ledgerline/contract/sessions/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

interface Callbacks {
  paymentsOf: service.SessionPayments;
  balancesOf: service.SessionBalances;
  empty: service.EmptySession;
}

/** Takes callbacks for what modules above know about a session, and for their part of its deletion. */
export const sessionRoutes = ({ paymentsOf, balancesOf, empty }: Callbacks): Route[] => [
  route(endpoints.createSession, (ctx, { body }) => service.createSession(ctx, body)),
  route(endpoints.listClientSessions, (ctx, { params }) =>
    service.listClientSessions(ctx, params.id, balancesOf),
  ),
  route(endpoints.getSession, (ctx, { params }) => service.getSession(ctx, params.id)),
  route(endpoints.getSessionStatus, (ctx, { params }) => service.getSessionStatus(ctx, params.id)),
  route(endpoints.getSessionPaymentData, (ctx, { params }) =>
    service.getSessionPaymentData(ctx, params.id, paymentsOf),
  ),
  route(endpoints.getSessionDetails, (ctx, { params }) => service.getSessionDetails(ctx, params.id)),
  route(endpoints.updateSession, (ctx, { params, body }) => service.updateSession(ctx, params.id, body)),
  route(endpoints.changeSessionPasscode, (ctx, { params, body }) =>
    service.changeSessionPasscode(ctx, params.id, body.passcode),
  ),
  route(endpoints.deleteSession, (ctx, { params, query, body }) =>
    service.deleteSession(ctx, params.id, body.deleteForms ?? query.deleteForms === 'true', empty),
  ),
];
