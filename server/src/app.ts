import type { FastifyInstance } from 'fastify';
import { calendarRoutes } from '#features/activity/calendar/routes.ts';
import { reminderJobs } from '#features/activity/reminders/jobs.ts';
import { remindClients } from '#features/activity/reminders/remind-clients.ts';
import { reminderRoutes } from '#features/activity/reminders/routes.ts';
import { isStillToRemind } from '#features/activity/reminders/send-reminders.ts';
import { reportJobs } from '#features/activity/reports/jobs.ts';
import { reportRoutes } from '#features/activity/reports/routes.ts';
import { searchRoutes } from '#features/activity/search/routes.ts';
import { timelineRoutes } from '#features/activity/timeline/routes.ts';
import { todayRoutes } from '#features/activity/today/routes.ts';
import { watchJobs } from '#features/admin/audit/jobs.ts';
import { auditRoutes } from '#features/admin/audit/routes.ts';
import { auditCheckpointJobs } from '#features/admin/audit-checks/jobs.ts';
import { auditCheckRoutes } from '#features/admin/audit-checks/routes.ts';
import { clientExportRoutes } from '#features/admin/client-export/routes.ts';
import { liveRoutes } from '#features/admin/live/routes.ts';
import { providerRoutes } from '#features/admin/providers/routes.ts';
import { measureQueues } from '#features/admin/status/read-status.ts';
import { statusRoutes } from '#features/admin/status/routes.ts';
import { countClientInvoices, payableOfSession } from '#features/billing/invoice-store/find-invoices.ts';
import { sendInvoices } from '#features/billing/invoices/bulk/send-invoices.ts';
import { voidInvoices } from '#features/billing/invoices/bulk/void-invoices.ts';
import { invoiceRoutes } from '#features/billing/invoices/routes.ts';
import { lineItemTemplateRoutes } from '#features/billing/line-item-templates/routes.ts';
import { payPageRoutes } from '#features/billing/pay-page/routes.ts';
import { applyProviderUpdate } from '#features/billing/provider/apply-provider-update.ts';
import { paymentJobs } from '#features/billing/provider/jobs.ts';
import { findKnownInvoices } from '#features/billing/provider/publish.ts';
import { recurringPaymentRoutes } from '#features/billing/recurring-payments/routes.ts';
import { recurringPaymentJobs } from '#features/billing/scheduler/jobs.ts';
import {
  balancesOfSessions,
  paymentDataOfSession,
} from '#features/billing/transactions/read-transactions.ts';
import { bundleRoutes } from '#features/forms/bundles/routes.ts';
import { folderRoutes } from '#features/forms/folders/routes.ts';
import { linkEmailRoutes } from '#features/forms/link-emails/routes.ts';
import { sendSession } from '#features/forms/link-emails/send-sessions.ts';
import { publicPageRoutes } from '#features/forms/public-forms/routes.ts';
import { linkJobs } from '#features/forms/secure-links/jobs.ts';
import { secureLinkRoutes } from '#features/forms/secure-links/routes.ts';
import {
  clientOfToken,
  reopenLinks,
  revokePublicLinks,
  revokeSubmissionLinks,
} from '#features/forms/secure-links/service.ts';
import {
  emptySession,
  revokeSessionFormLinks,
} from '#features/forms/secure-links/session-links/issue-session-link.ts';
import { sessionRoutes } from '#features/forms/sessions/routes.ts';
import { countClientSessions } from '#features/forms/sessions/service.ts';
import { submissionRoutes } from '#features/forms/submissions/routes.ts';
import { countClientSubmissions, type EndLinks } from '#features/forms/submissions/service.ts';
import { templateJobs } from '#features/forms/templates/jobs.ts';
import { templateRoutes } from '#features/forms/templates/routes.ts';
import { servePhoto } from '#features/people/agents/contact/serve-photo.ts';
import { agentRoutes } from '#features/people/agents/routes.ts';
import { authJobs } from '#features/people/auth/jobs.ts';
import {
  inviteAgent,
  listInvitations,
  moveInvitation,
} from '#features/people/auth/password-links/invite-agents.ts';
import { authRoutes } from '#features/people/auth/routes.ts';
import { agentOfToken, endSignIns } from '#features/people/auth/sign-in.ts';
import { notificationJobs } from '#features/people/notifications/jobs.ts';
import { notificationRoutes } from '#features/people/notifications/routes.ts';
import { teamRoutes } from '#features/people/teams/routes.ts';
import { twoFactorRoutes } from '#features/people/two-factor/routes.ts';
import { clientActions } from '#features/records/bulk-actions/actions/client-actions.ts';
import type { BulkActions } from '#features/records/bulk-actions/bulk-action.ts';
import { operationJobs } from '#features/records/bulk-actions/jobs.ts';
import { operationRoutes } from '#features/records/bulk-actions/routes.ts';
import { callRoutes } from '#features/records/calls/routes.ts';
import { clientJobs } from '#features/records/clients/jobs.ts';
import { ownedClients } from '#features/records/clients/owners/reassign.ts';
import { clientRoutes } from '#features/records/clients/routes.ts';
import { type CountRelated, countClientsByAgent } from '#features/records/clients/service.ts';
import { commissionRoutes } from '#features/records/commissions/routes.ts';
import { documentRoutes } from '#features/records/documents/routes.ts';
import { countClientDocuments } from '#features/records/documents/service.ts';
import { householdRoutes } from '#features/records/households/routes.ts';
import { importJobs } from '#features/records/imports/jobs.ts';
import { importRoutes } from '#features/records/imports/routes.ts';
import { ledgerRoutes } from '#features/records/ledger/routes.ts';
import { policyImporter } from '#features/records/policies/importing/import-policies.ts';
import { policyRoutes } from '#features/records/policies/routes.ts';
import { countClientPolicies } from '#features/records/policies/service.ts';
import { savedViewJobs } from '#features/records/saved-views/jobs.ts';
import { savedViewRoutes } from '#features/records/saved-views/routes.ts';
import { taskJobs } from '#features/records/tasks/jobs.ts';
import { openTasks } from '#features/records/tasks/reassign.ts';
import { taskRoutes } from '#features/records/tasks/routes.ts';
import { serveLogo } from '#features/settings/brand/serve-logo.ts';
import { settingsRoutes } from '#features/settings/routes.ts';
import { publicSettings } from '#features/settings/service.ts';
import { applyEnvelopeEvent, findKnownEnvelopes } from '#features/signing/envelopes/apply-event.ts';
import { isStillClientsTurn } from '#features/signing/envelopes/email-turn.ts';
import { esignJobs } from '#features/signing/envelopes/jobs.ts';
import { envelopeRoutes } from '#features/signing/envelopes/routes.ts';
import { libraryRoutes } from '#features/signing/library/routes.ts';
import { signingPageRoutes } from '#features/signing/pages/routes.ts';
import { providerEventJobs } from '#features/webhooks/jobs.ts';
import type { EventHandlers } from '#features/webhooks/receive-event.ts';
import { serveWebhooks } from '#features/webhooks/routes.ts';
import { chainJobs } from '#platform/audit/jobs.ts';
import type { Deps } from '#platform/context.ts';
import { emailJobs } from '#platform/email/queue.ts';
import { AppError } from '#platform/errors.ts';
import { serveApiDocs } from '#platform/http/api-docs.ts';
import { createAuthenticate } from '#platform/http/authenticate.ts';
import { namedEndpoint } from '#platform/http/endpoint-names.ts';
import { serveMetrics } from '#platform/http/metrics.ts';
import { registerRoutes } from '#platform/http/register-routes.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { serveWebFiles } from '#platform/http/web-files.ts';
import { hasWebPages } from '#platform/http/web-pages.ts';
import { housekeepingJob } from '#platform/jobs/housekeeping.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { encryptFilesJob } from '#platform/storage/encrypted/encrypt-files.ts';
import { sweepJob } from '#platform/storage/sweep.ts';

/** Related records of clients, counted by the features that own them. */
const countRelated: CountRelated = async ({ db }, ids) => {
  const [sessions, documents, forms, invoices, policies] = await Promise.all([
    countClientSessions(db, ids),
    countClientDocuments(db, ids),
    countClientSubmissions(db, ids),
    countClientInvoices(db, ids),
    countClientPolicies(db, ids),
  ]);
  return (id) => ({
    sessions: sessions.get(id) ?? 0,
    documents: documents.get(id) ?? 0,
    forms: forms.get(id) ?? 0,
    invoices: invoices.get(id) ?? 0,
    policies: policies.get(id) ?? 0,
  });
};

/** Every kind of bulk action. */
const bulkActions: BulkActions = {
  ...clientActions,
  send_session: sendSession,
  send_reminder: remindClients,
  void_invoice: voidInvoices,
  send_invoice: sendInvoices,
};

/** Revokes the links of a form that is moved to another client or unlinked. */
const endLinks: EndLinks = {
  ofSubmission: revokeSubmissionLinks,
  ofPublic: revokePublicLinks,
  ofSessionForm: revokeSessionFormLinks,
};

/** The handlers for provider updates. */
export const eventHandlers: EventHandlers = {
  payments: applyProviderUpdate,
  esign: applyEnvelopeEvent,
  known: { payments: findKnownInvoices, esign: findKnownEnvelopes },
};

/** Every endpoint with its handler. */
const ROUTES = [
  ...authRoutes,
  ...auditRoutes,
  ...auditCheckRoutes,
  ...agentRoutes({
    countClients: countClientsByAgent,
    endSignIns,
    invite: inviteAgent,
    listInvitations,
    moveInvitation,
    ownedClients,
    openTasks,
  }),
  ...bundleRoutes,
  ...calendarRoutes,
  ...callRoutes,
  ...householdRoutes,
  ...clientRoutes(countRelated),
  ...clientExportRoutes,
  ...documentRoutes,
  ...envelopeRoutes,
  ...libraryRoutes,
  ...signingPageRoutes,
  ...folderRoutes,
  ...importRoutes,
  ...invoiceRoutes,
  ...ledgerRoutes,
  ...lineItemTemplateRoutes,
  ...payPageRoutes,
  ...policyRoutes,
  ...commissionRoutes,
  ...recurringPaymentRoutes,
  ...liveRoutes,
  ...linkEmailRoutes,
  ...notificationRoutes,
  ...operationRoutes(bulkActions),
  ...providerRoutes,
  ...reminderRoutes,
  ...publicPageRoutes(payableOfSession),
  ...savedViewRoutes,
  ...searchRoutes,
  ...twoFactorRoutes,
  ...secureLinkRoutes,
  ...sessionRoutes({
    paymentsOf: paymentDataOfSession,
    balancesOf: balancesOfSessions,
    empty: emptySession,
  }),
  ...settingsRoutes,
  ...statusRoutes,
  ...submissionRoutes(endLinks, reopenLinks),
  ...taskRoutes,
  ...teamRoutes,
  ...templateRoutes,
  ...timelineRoutes,
  ...todayRoutes,
  ...reportRoutes,
];

/** The complete server without a port: the same in production and in tests. */
export async function buildApp(deps: Deps, options: { webFolder?: string } = {}): Promise<FastifyInstance> {
  const app = await createHttpServer(deps);
  const authenticate = createAuthenticate(deps, {
    agent: agentOfToken,
    client: clientOfToken,
  });
  serveMetrics(app, deps.config.METRICS_TOKEN, () => measureQueues(deps.database, deps.clock.now()));
  registerRoutes(app, deps, authenticate, ROUTES);
  serveWebhooks(app, deps);
  serveLogo(app, deps);
  servePhoto(app, deps);
  await serveApiDocs(
    app,
    deps.config,
    authenticate,
    ROUTES.map(({ endpoint }) => namedEndpoint(endpoint)),
  );
  if (options.webFolder && hasWebPages(options.webFolder)) {
    await serveWebFiles(app, options.webFolder, () => publicSettings(deps));
  } else
    app.setNotFoundHandler((request, reply) =>
      reply.code(404).send(new AppError('not_found').toBody(request.id)),
    );
  return app;
}

/** Every queue and scheduled job of the product. */
export function jobHandlers(deps: Deps): JobHandler[] {
  return [
    housekeepingJob(deps),
    sweepJob(deps),
    encryptFilesJob(deps),
    ...watchJobs(deps),
    ...chainJobs(deps),
    ...auditCheckpointJobs(deps),
    ...authJobs(deps),
    ...clientJobs(deps),
    ...savedViewJobs(deps),
    ...taskJobs(deps),
    ...esignJobs(deps),
    ...linkJobs(deps),
    ...templateJobs(deps),
    ...emailJobs(deps, { reminder: isStillToRemind, client_turn: isStillClientsTurn }),
    ...notificationJobs(deps),
    ...reminderJobs(deps),
    ...reportJobs(deps),
    ...recurringPaymentJobs(deps),
    ...paymentJobs(deps),
    ...providerEventJobs(deps, eventHandlers),
    ...importJobs(deps, countRelated, policyImporter),
    ...operationJobs(deps, bulkActions),
  ];
}
