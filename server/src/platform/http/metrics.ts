import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import { withinASecond } from './request-deadline.ts';

/** Pending work, as measured by the product. */
type MeasureQueues = () => Promise<readonly { metric: string; waiting: number }[]>;

/** `/metrics` for Prometheus, protected by METRICS_TOKEN; without a configured token the page does not exist. */
export function serveMetrics(
  app: FastifyInstance,
  token: string | undefined,
  measureQueues: MeasureQueues,
): void {
  if (!token) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'ledgerline_queue_waiting',
    help: 'Pending work by queue; missing while the database does not respond',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      this.reset();
      try {
        for (const { metric, waiting } of await withinASecond(measureQueues()))
          this.set({ queue: metric }, waiting);
      } catch (error) {
        // The process metrics are still reported.
        app.log.warn({ err: error }, 'queues could not be measured');
      }
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  const expected = Buffer.from(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    const provided = Buffer.from(request.headers.authorization ?? '');
    if (provided.length !== expected.length || !timingSafeEqual(provided, expected))
      throw new AppError('not_signed_in');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
