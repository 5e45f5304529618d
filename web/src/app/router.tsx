import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { captureSsoReturn } from '../lib/sso-return.ts';
import { duplicatesRoute, mergeRoute } from './duplicate-routes.tsx';
import { bulkActionRoute, importRoute, importsRoute, operationsRoute } from './job-routes.tsx';
import { registerRedirects } from './navigate-external.ts';
import { NotFoundPage } from './not-found-page.tsx';
import {
  confirmEmailRoute,
  forgottenPasswordRoute,
  loginRoute,
  rootRoute,
  setPasswordRoute,
  signInHelpRoute,
  ssoReturnRoute,
  twoFactorRoute,
} from './open-routes.tsx';
import { openSavedView } from './open-saved-view.ts';
import { PendingPage } from './pending-page.tsx';
import { columnPlansRoute, commissionsRoute, policiesRoute, statementRoute } from './policy-routes.tsx';
import { portalRoute } from './portal-route.tsx';
import { RouteError } from './route-error.tsx';
import { withPrefetch } from './route-guards.ts';
import {
  clientListSearch,
  documentViewerSearch,
  formsSearch,
  ledgerSearch,
  paymentsSearch,
  recurringPaymentsSearch,
  reportRowsSearch,
  reportsSearch,
  todaySearch,
} from './search.ts';
import {
  agentRoute,
  agentsRoute,
  auditRoute,
  createAgentRoute,
  helpChapterRoute,
  helpRoute,
  settingsRoute,
  settingsSectionRoute,
  statusRoute,
} from './staff-routes.tsx';

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/crm',
  beforeLoad: () => {
    throw redirect({ to: '/crm/today', replace: true });
  },
});

const todayRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/today',
  validateSearch: todaySearch,
  component: lazyRouteComponent(() => import('./pages/today-page.tsx'), 'TodayPage'),
});

const clientsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/clients',
  validateSearch: clientListSearch,
  beforeLoad: openSavedView('clients', '/crm/clients'),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    withPrefetch(import('../features/clients/prefetch.ts'), ({ prefetchClients }) =>
      prefetchClients(queryClient, deps),
    ),
  component: lazyRouteComponent(() => import('../features/clients/list/clients-page.tsx'), 'ClientsPage'),
});

const createClientRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/clients/new',
  component: lazyRouteComponent(
    () => import('../features/clients/new-client/create-client-page.tsx'),
    'CreateClientPage',
  ),
});

const clientRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/clients/$clientId',
  loader: ({ context: { queryClient }, params, preload }) =>
    withPrefetch(import('../features/clients/prefetch.ts'), ({ prefetchClient }) =>
      prefetchClient(queryClient, Number(params.clientId), preload),
    ),
  component: lazyRouteComponent(() => import('./pages/client-detail-page.tsx'), 'ClientDetailPage'),
});

const submissionRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/clients/$clientId/forms/$submissionId',
  component: lazyRouteComponent(() => import('./pages/submission-detail-page.tsx'), 'SubmissionDetailPage'),
});

const ledgerRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/ledger',
  validateSearch: ledgerSearch,
  beforeLoad: openSavedView('ledger', '/crm/ledger'),
  loaderDeps: ({ search }) => search,
  // Once the link is followed, the sheet sends its own requests.
  loader: ({ deps, preload }) => {
    if (preload)
      withPrefetch(import('../features/ledger/prefetch.ts'), ({ prefetchLedger }) => prefetchLedger(deps));
  },
  component: lazyRouteComponent(() => import('../features/ledger/ledger-page.tsx'), 'LedgerPage'),
});

const dashboardRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/dashboard',
  component: lazyRouteComponent(() => import('../features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const paymentsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/payments',
  validateSearch: paymentsSearch,
  beforeLoad: openSavedView('invoices', '/crm/payments'),
  loaderDeps: ({ search: { invoice: _, ...state } }) => state,
  loader: ({ context: { queryClient }, deps }) =>
    withPrefetch(import('../features/invoices/prefetch.ts'), ({ prefetchInvoices }) =>
      prefetchInvoices(queryClient, deps),
    ),
  component: lazyRouteComponent(() => import('./pages/payments-page.tsx'), 'PaymentsPage'),
});

const recurringPaymentsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/recurring-payments',
  validateSearch: recurringPaymentsSearch,
  beforeLoad: openSavedView('recurring_payments', '/crm/recurring-payments'),
  component: lazyRouteComponent(
    () => import('../features/recurring-payments/recurring-payments-page.tsx'),
    'RecurringPaymentsPage',
  ),
});

const reportsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/reports',
  validateSearch: reportsSearch,
  component: lazyRouteComponent(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
});

const reportRowsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/reports/rows',
  validateSearch: reportRowsSearch,
  component: lazyRouteComponent(() => import('../features/reports/report-rows-page.tsx'), 'ReportRowsPage'),
});

const formsRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/forms',
  validateSearch: formsSearch,
  beforeLoad: openSavedView('submissions', '/crm/forms'),
  component: lazyRouteComponent(() => import('./pages/forms-page.tsx'), 'FormsPage'),
});

const sessionRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/clients/$clientId/sessions/$sessionId',
  component: lazyRouteComponent(() => import('./pages/session-page.tsx'), 'SessionPage'),
});

const formsSubmissionRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/forms/submissions/$submissionId',
  component: lazyRouteComponent(
    () => import('./pages/unlinked-submission-page.tsx'),
    'UnlinkedSubmissionPage',
  ),
});

const documentViewerRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/crm/view-document',
  validateSearch: documentViewerSearch,
  component: lazyRouteComponent(() => import('./pages/view-document-page.tsx'), 'ViewDocumentPage'),
});

/** The viewer's legacy URL (decisions C3). */
const oldDocumentViewerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/view-document',
  beforeLoad: ({ location }) => {
    throw redirect({ href: `/crm/view-document${location.searchStr}`, replace: true });
  },
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  forgottenPasswordRoute,
  confirmEmailRoute,
  setPasswordRoute,
  ssoReturnRoute,
  twoFactorRoute,
  signInHelpRoute,
  homeRoute,
  oldDocumentViewerRoute,
  portalRoute.addChildren([
    todayRoute,
    clientsRoute,
    createClientRoute,
    mergeRoute,
    duplicatesRoute,
    clientRoute,
    submissionRoute,
    ledgerRoute,
    importsRoute,
    operationsRoute,
    importRoute,
    bulkActionRoute,
    dashboardRoute,
    agentsRoute,
    createAgentRoute,
    agentRoute,
    statusRoute,
    auditRoute,
    settingsRoute,
    settingsSectionRoute,
    paymentsRoute,
    recurringPaymentsRoute,
    policiesRoute,
    columnPlansRoute,
    commissionsRoute,
    statementRoute,
    reportsRoute,
    reportRowsRoute,
    formsRoute,
    sessionRoute,
    formsSubmissionRoute,
    documentViewerRoute,
    helpRoute,
    helpChapterRoute,
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  captureSsoReturn();
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The queries define how long a response is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingPage,
    defaultPendingMs: 300,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    trailingSlash: 'preserve',
  });
  registerRedirects(router, queryClient);
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
