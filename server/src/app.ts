import type { FastifyInstance } from 'fastify';
import { agentRoutes } from '#features/agents/routes.ts';
import { authJobs } from '#features/auth/jobs.ts';
import { authRoutes } from '#features/auth/routes.ts';
import { agentOfToken } from '#features/auth/service.ts';
import { clientJobs } from '#features/clients/jobs.ts';
import { clientRoutes } from '#features/clients/routes.ts';
import type { CountRelated } from '#features/clients/service.ts';
import { documentRoutes } from '#features/documents/routes.ts';
import { countClientDocuments } from '#features/documents/service.ts';
import { esignJobs } from '#features/esign/jobs.ts';
import { applyEnvelopeNews } from '#features/esign/news/service.ts';
import { esignRoutes } from '#features/esign/routes.ts';
import { folderRoutes } from '#features/folders/routes.ts';
import { importJobs } from '#features/imports/jobs.ts';
import { importRoutes } from '#features/imports/routes.ts';
import { invoiceJobs } from '#features/invoices/jobs.ts';
import { invoiceRoutes } from '#features/invoices/routes.ts';
import { countClientInvoices } from '#features/invoices/service.ts';
import { ledgerRoutes } from '#features/ledger/routes.ts';
import { lineItemTemplateRoutes } from '#features/line-item-templates/routes.ts';
import { liveRoutes } from '#features/live/routes.ts';
import { mailRoutes } from '#features/mail/routes.ts';
import { paymentJobs } from '#features/payments/jobs.ts';
import { applyInvoiceNews } from '#features/payments/news/service.ts';
import { paymentRoutes } from '#features/payments/routes.ts';
import { paymentDataOfSession } from '#features/payments/service.ts';
import { providerEventJobs } from '#features/provider-events/jobs.ts';
import { serveWebhooks } from '#features/provider-events/routes.ts';
import type { EventHandlers } from '#features/provider-events/service.ts';
import { providerRoutes } from '#features/providers/routes.ts';
import { publicFormRoutes } from '#features/public-forms/routes.ts';
import { recurringPaymentJobs } from '#features/recurring-payments/jobs.ts';
import { recurringPaymentRoutes } from '#features/recurring-payments/routes.ts';
import { secureLinkRoutes } from '#features/secure-links/routes.ts';
import { clientOfToken } from '#features/secure-links/service.ts';
import { sessionRoutes } from '#features/sessions/routes.ts';
import { countClientSessions } from '#features/sessions/service.ts';
import { settingsRoutes } from '#features/settings/routes.ts';
import { statusRoutes } from '#features/status/routes.ts';
import { submissionRoutes } from '#features/submissions/routes.ts';
import { countClientSubmissions } from '#features/submissions/service.ts';
import { templateRoutes } from '#features/templates/routes.ts';
import type { Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { serveApiDocs } from '#platform/http/api-docs.ts';
import { createAuthenticate } from '#platform/http/authenticate.ts';
import { serveMetrics } from '#platform/http/metrics.ts';
import { registerRoutes } from '#platform/http/route.ts';
import { createHttpServer } from '#platform/http/server.ts';
import { hasWebFiles, serveWebFiles } from '#platform/http/web-files.ts';
import { housekeepingJob } from '#platform/jobs/housekeeping.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { mailJobs } from '#platform/mail/queue.ts';
import { sweepJob } from '#platform/storage/sweep.ts';

/** What hangs on a client, counted by the features that own it. */
const countRelated: CountRelated = async (ctx, id) => ({
  sessions: await countClientSessions(ctx.db, id),
  documents: await countClientDocuments(ctx.db, id),
  forms: await countClientSubmissions(ctx.db, id),
  invoices: await countClientInvoices(ctx.db, id),
});

/** What becomes of the news that providers send. */
export const eventHandlers: EventHandlers = { payments: applyInvoiceNews, esign: applyEnvelopeNews };

/** The whole server without a port: the same in production and in tests. */
export async function buildApp(deps: Deps, options: { webFolder?: string } = {}): Promise<FastifyInstance> {
  const app = await createHttpServer(deps);
  const authenticate = createAuthenticate(deps, {
    agent: agentOfToken,
    client: clientOfToken,
  });
  serveMetrics(app, deps.config.METRICS_TOKEN);
  registerRoutes(app, deps, authenticate, [
    ...authRoutes,
    ...agentRoutes,
    ...clientRoutes(countRelated),
    ...documentRoutes,
    ...esignRoutes,
    ...folderRoutes,
    ...importRoutes,
    ...invoiceRoutes,
    ...ledgerRoutes,
    ...lineItemTemplateRoutes,
    ...paymentRoutes,
    ...recurringPaymentRoutes,
    ...liveRoutes,
    ...mailRoutes,
    ...providerRoutes,
    ...publicFormRoutes,
    ...secureLinkRoutes,
    ...sessionRoutes(paymentDataOfSession),
    ...settingsRoutes,
    ...statusRoutes,
    ...submissionRoutes,
    ...templateRoutes,
  ]);
  serveWebhooks(app, deps);
  await serveApiDocs(app, deps.config, authenticate);
  if (options.webFolder && hasWebFiles(options.webFolder)) await serveWebFiles(app, options.webFolder);
  else
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
    ...authJobs(deps),
    ...clientJobs(deps),
    ...esignJobs(deps),
    ...invoiceJobs(deps),
    ...mailJobs(deps),
    ...recurringPaymentJobs(deps),
    ...paymentJobs(deps),
    ...providerEventJobs(deps, eventHandlers),
    ...importJobs(deps, countRelated),
  ];
}
