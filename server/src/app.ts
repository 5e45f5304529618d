import type { FastifyInstance } from 'fastify';
import { recurringPaymentJobs } from '#features/billing/clock/jobs.ts';
import { invoiceRoutes } from '#features/billing/desk/routes.ts';
import { countClientInvoices, payableOfSession } from '#features/billing/invoice/find-invoices.ts';
import { lineItemTemplateRoutes } from '#features/billing/line-item-templates/routes.ts';
import { paymentDataOfSession } from '#features/billing/money/read-money.ts';
import { payPageRoutes } from '#features/billing/pay-page/routes.ts';
import { applyInvoiceNews } from '#features/billing/provider/apply-news.ts';
import { paymentJobs } from '#features/billing/provider/jobs.ts';
import { findKnownInvoices } from '#features/billing/provider/publish.ts';
import { recurringPaymentRoutes } from '#features/billing/schedule/routes.ts';
import { calendarRoutes } from '#features/day/calendar/routes.ts';
import { reminderJobs } from '#features/day/reminders/jobs.ts';
import { reminderRoutes } from '#features/day/reminders/routes.ts';
import { isStillToRemind } from '#features/day/reminders/send-reminders.ts';
import { searchRoutes } from '#features/day/search/routes.ts';
import { timelineRoutes } from '#features/day/timeline/routes.ts';
import { todayRoutes } from '#features/day/today/routes.ts';
import { bundleRoutes } from '#features/forms/bundles/routes.ts';
import { folderRoutes } from '#features/forms/folders/routes.ts';
import {
  clientOfToken,
  revokeAnybodysLinks,
  revokeSubmissionLinks,
} from '#features/forms/links/give-links.ts';
import { linkJobs } from '#features/forms/links/jobs.ts';
import { secureLinkRoutes } from '#features/forms/links/routes.ts';
import {
  emptySession,
  revokeSessionFormLinks,
} from '#features/forms/links/session-links/give-session-link.ts';
import { mailRoutes } from '#features/forms/mails/routes.ts';
import { publicPageRoutes } from '#features/forms/public-pages/routes.ts';
import { countClientSessions } from '#features/forms/sessions/keep-sessions.ts';
import { sessionRoutes } from '#features/forms/sessions/routes.ts';
import { countClientSubmissions, type EndLinks } from '#features/forms/submissions/keep-submissions.ts';
import { submissionRoutes } from '#features/forms/submissions/routes.ts';
import { templateJobs } from '#features/forms/templates/jobs.ts';
import { templateRoutes } from '#features/forms/templates/routes.ts';
import { providerEventJobs } from '#features/inbox/jobs.ts';
import type { EventHandlers } from '#features/inbox/receive-event.ts';
import { serveWebhooks } from '#features/inbox/routes.ts';
import { watchJobs } from '#features/operations/audit/jobs.ts';
import { auditRoutes } from '#features/operations/audit/routes.ts';
import { auditHeadJobs } from '#features/operations/audit-checks/jobs.ts';
import { auditCheckRoutes } from '#features/operations/audit-checks/routes.ts';
import { clientExportRoutes } from '#features/operations/client-export/routes.ts';
import { liveRoutes } from '#features/operations/live/routes.ts';
import { providerRoutes } from '#features/operations/providers/routes.ts';
import { measureQueues } from '#features/operations/status/measure-queues.ts';
import { statusRoutes } from '#features/operations/status/routes.ts';
import { noticeJobs } from '#features/people/agent-notices/jobs.ts';
import { noticeRoutes } from '#features/people/agent-notices/routes.ts';
import { agentRoutes } from '#features/people/agents/routes.ts';
import { secondFactorRoutes } from '#features/people/second-factor/routes.ts';
import { authJobs } from '#features/people/sign-in/jobs.ts';
import { inviteAgent, moveInvitation } from '#features/people/sign-in/password-links/invite-agents.ts';
import { authRoutes } from '#features/people/sign-in/routes.ts';
import { agentOfToken, endSignIns } from '#features/people/sign-in/sign-in.ts';
import { teamRoutes } from '#features/people/teams/routes.ts';
import { callRoutes } from '#features/records/calls/routes.ts';
import { clientJobs } from '#features/records/clients/jobs.ts';
import { type CountRelated, countClientsByAgent } from '#features/records/clients/keep-clients.ts';
import { ownedClients } from '#features/records/clients/owners/hand-over.ts';
import { clientRoutes } from '#features/records/clients/routes.ts';
import { countClientDocuments } from '#features/records/documents/keep-documents.ts';
import { documentRoutes } from '#features/records/documents/routes.ts';
import { importJobs } from '#features/records/imports/jobs.ts';
import { importRoutes } from '#features/records/imports/routes.ts';
import { ledgerRoutes } from '#features/records/ledger/routes.ts';
import { openTasks } from '#features/records/tasks/hand-over.ts';
import { taskJobs } from '#features/records/tasks/jobs.ts';
import { taskRoutes } from '#features/records/tasks/routes.ts';
import { publicSettings } from '#features/settings/keep-settings.ts';
import { settingsRoutes } from '#features/settings/routes.ts';
import { applyEnvelopeEvent, findKnownEnvelopes } from '#features/signing/envelopes/apply-event.ts';
import { esignJobs } from '#features/signing/envelopes/jobs.ts';
import { envelopeRoutes } from '#features/signing/envelopes/routes.ts';
import { libraryRoutes } from '#features/signing/library/routes.ts';
import { signingPageRoutes } from '#features/signing/pages/routes.ts';
import { chainJobs } from '#platform/audit/jobs.ts';
import type { Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { serveApiDocs } from '#platform/http/api-docs.ts';
import { createAuthenticate } from '#platform/http/authenticate.ts';
import { serveMetrics } from '#platform/http/metrics.ts';
import { registerRoutes } from '#platform/http/register-routes.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { serveWebFiles } from '#platform/http/web-files.ts';
import { hasWebPages } from '#platform/http/web-pages.ts';
import { housekeepingJob } from '#platform/jobs/housekeeping.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { mailJobs } from '#platform/mail/queue.ts';
import { sealFilesJob } from '#platform/storage/sealed/seal-files.ts';
import { sweepJob } from '#platform/storage/sweep.ts';

/** What hangs on a client, counted by the features that own it. */
const countRelated: CountRelated = async (ctx, id) => ({
  sessions: await countClientSessions(ctx.db, id),
  documents: await countClientDocuments(ctx.db, id),
  forms: await countClientSubmissions(ctx.db, id),
  invoices: await countClientInvoices(ctx.db, id),
});

/** Whose links end when a form changes hands. */
const endLinks: EndLinks = {
  ofSubmission: revokeSubmissionLinks,
  ofAnybody: revokeAnybodysLinks,
  ofSessionForm: revokeSessionFormLinks,
};

/** What becomes of the news that providers send. */
export const eventHandlers: EventHandlers = {
  payments: applyInvoiceNews,
  esign: applyEnvelopeEvent,
  known: { payments: findKnownInvoices, esign: findKnownEnvelopes },
};

/** Every endpoint with what answers it. */
const ROUTES = [
  ...authRoutes,
  ...auditRoutes,
  ...auditCheckRoutes,
  ...agentRoutes({
    countClients: countClientsByAgent,
    endSignIns,
    invite: inviteAgent,
    moveInvitation,
    ownedClients,
    openTasks,
  }),
  ...bundleRoutes,
  ...calendarRoutes,
  ...callRoutes,
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
  ...recurringPaymentRoutes,
  ...liveRoutes,
  ...mailRoutes,
  ...noticeRoutes,
  ...providerRoutes,
  ...reminderRoutes,
  ...publicPageRoutes(payableOfSession),
  ...searchRoutes,
  ...secondFactorRoutes,
  ...secureLinkRoutes,
  ...sessionRoutes({ paymentsOf: paymentDataOfSession, empty: emptySession }),
  ...settingsRoutes,
  ...statusRoutes,
  ...submissionRoutes(endLinks),
  ...taskRoutes,
  ...teamRoutes,
  ...templateRoutes,
  ...timelineRoutes,
  ...todayRoutes,
];

/** The whole server without a port: the same in production and in tests. */
export async function buildApp(deps: Deps, options: { webFolder?: string } = {}): Promise<FastifyInstance> {
  const app = await createHttpServer(deps);
  const authenticate = createAuthenticate(deps, {
    agent: agentOfToken,
    client: clientOfToken,
  });
  serveMetrics(app, deps.config.METRICS_TOKEN, () => measureQueues(deps.database, deps.clock.now()));
  registerRoutes(app, deps, authenticate, ROUTES);
  serveWebhooks(app, deps);
  await serveApiDocs(
    app,
    deps.config,
    authenticate,
    ROUTES.map(({ endpoint }) => endpoint),
  );
  if (options.webFolder && hasWebPages(options.webFolder)) {
    await serveWebFiles(app, options.webFolder, publicSettings(deps));
  } else
    app.setNotFoundHandler((request, reply) =>
      reply.code(404).send(new AppError('not_found').toBody(request.id)),
    );
  return app;
}

/** Every queue and clock job of the product. */
export function jobHandlers(deps: Deps): JobHandler[] {
  return [
    housekeepingJob(deps),
    sweepJob(deps),
    sealFilesJob(deps),
    ...watchJobs(deps),
    ...chainJobs(deps),
    ...auditHeadJobs(deps),
    ...authJobs(deps),
    ...clientJobs(deps),
    ...taskJobs(deps),
    ...esignJobs(deps),
    ...linkJobs(deps),
    ...templateJobs(deps),
    ...mailJobs(deps, { reminder: isStillToRemind }),
    ...noticeJobs(deps),
    ...reminderJobs(deps),
    ...recurringPaymentJobs(deps),
    ...paymentJobs(deps),
    ...providerEventJobs(deps, eventHandlers),
    ...importJobs(deps, countRelated),
  ];
}
