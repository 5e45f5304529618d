import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import { middleware } from 'express-openapi-validator';
import { officialSpec } from '../official-contract.ts';
import type { FakeSquare } from './fake-square.ts';
import { SELLERS, type SquareEvent } from './square-books.ts';

/** invoice.payment_made → InvoicePaymentMadeEvent */
const schemaOf = (type: string): string =>
  `${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** All published events that violate Square's own schema; empty if the contract is not available. */
export async function brokenEvents(fake: FakeSquare): Promise<string[]> {
  const events = SELLERS.flatMap(({ account }) => fake.merchant(account).events);
  const spec = officialSpec('square');
  if (!spec) return [];
  const types = [...new Set(events.map(({ type }) => type))];
  const paths = Object.fromEntries(types.map((type) => [`/${type}/{id}`, { get: operation(type) }]));
  const app = express();
  const check = { ...spec, servers: [{ url: '/' }], paths, security: [] };
  app.use(middleware({ apiSpec: check, validateApiSpec: false, validateResponses: true }));
  app.get('/:type/:id', (request, response) => {
    response.json(events.find(({ event_id }) => event_id === request.params.id));
  });
  const replyError: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(500).json(error.errors ?? String(error));
  };
  app.use(replyError);
  return sendEvents(app, events);
}

/** A route that responds with an event, so that the response validator checks events. */
const operation = (type: string) => ({
  parameters: [{ name: 'id', in: 'path' as const, required: true, schema: { type: 'string' as const } }],
  responses: {
    200: {
      description: type,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${schemaOf(type)}` } } },
    },
  },
});

async function sendEvents(app: express.Express, events: readonly SquareEvent[]): Promise<string[]> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const broken: string[] = [];
  for (const { type, event_id } of events) {
    const response = await fetch(`http://127.0.0.1:${port}/${type}/${event_id}`);
    const text = await response.text();
    if (response.status !== 200) broken.push(`${type}: ${text}`);
  }
  server.closeAllConnections();
  server.close();
  return broken;
}
