import { randomInt } from 'node:crypto';
import type { Express, Request } from 'express';
import { z } from 'zod';
import { ApiError, answer, badParameter, dateQuery, pathPart } from './answers.ts';
import type { Books, ConnectConfiguration, ConnectFailure } from './books.ts';
import { type Connect, DEFAULT_EVENTS } from './connect.ts';

const ROOT = '/restapi/v2.1/accounts/:accountId/connect';

const configurationSchema = z.looseObject({
  connectId: z.string().optional(),
  name: z.string().default('Connect'),
  urlToPublishTo: z.url(),
  configurationType: z.string().optional(),
  deliveryMode: z.string().optional(),
  includeHMAC: z.string().optional(),
  events: z.array(z.string()).optional(),
  eventData: z
    .looseObject({
      version: z.string().optional(),
      format: z.string().optional(),
      includeData: z.array(z.string()).optional(),
    })
    .optional(),
});

/** Configurations, failures and the retry queue. */
export function connectRoutes(app: Express, books: Books, connect: Connect): void {
  // Registered first, because the route of a single configuration would match too.
  deliveryRoutes(app, connect);
  app.get(
    ROOT,
    answer(() => ({ json: results(connect.configurations) })),
  );
  app.post(
    ROOT,
    answer((request) => ({ status: 201, json: save(books, connect, request) })),
  );
  app.put(
    ROOT,
    answer((request) => ({
      json: save(books, connect, request, configurationSchema.parse(request.body).connectId ?? ''),
    })),
  );
  app.get(
    `${ROOT}/:connectId`,
    answer((request) => ({ json: results([wanted(connect, request)]) })),
  );
  app.delete(`${ROOT}/:connectId`, (request, response) => {
    const at = connect.configurations.findIndex(({ connectId }) => connectId === request.params.connectId);
    if (at >= 0) connect.configurations.splice(at, 1);
    books.save();
    response.status(at >= 0 ? 200 : 400).end();
  });
}

function deliveryRoutes(app: Express, connect: Connect): void {
  app.get(
    `${ROOT}/failures`,
    answer((request) => ({ json: failures(connect, request) })),
  );
  app.put(
    `${ROOT}/envelopes/:envelopeId/retry_queue`,
    answer((request) => {
      const envelopeId = pathPart(request, 'envelopeId');
      const found = connect.failures.filter((failure) => failure.envelopeId === envelopeId);
      connect.retry(envelopeId);
      return { json: { retryQueue: found.map(queued) } };
    }),
  );
}

function save(books: Books, connect: Connect, request: Request, connectId?: string) {
  const configuration = fromWire(request, connectId);
  const { configurations } = connect;
  const at = configurations.findIndex((each) => each.connectId === configuration.connectId);
  if (connectId !== undefined && at < 0) throw unknown();
  configurations.splice(at < 0 ? configurations.length : at, at < 0 ? 0 : 1, configuration);
  books.save();
  return toWire(configuration);
}

function fromWire(request: Request, connectId = String(10_000 + randomInt(10_000))): ConnectConfiguration {
  const parsed = configurationSchema.safeParse(request.body);
  if (!parsed.success) throw badParameter(parsed.error.message);
  const { name, urlToPublishTo, includeHMAC, events, eventData, deliveryMode } = parsed.data;
  if (deliveryMode !== 'SIM' || eventData?.version !== 'restv2.1') {
    throw badParameter('This fake sends only JSON SIM messages.');
  }
  const includeData = eventData.includeData ?? [];
  const isSigned = includeHMAC === 'true';
  return { connectId, name, urlToPublishTo, events: events ?? [...DEFAULT_EVENTS], includeData, isSigned };
}

function toWire({ connectId, name, urlToPublishTo, events, includeData, isSigned }: ConnectConfiguration) {
  return {
    connectId,
    configurationType: 'custom',
    name,
    urlToPublishTo,
    allowEnvelopePublish: 'true',
    enableLog: 'true',
    requiresAcknowledgement: 'true',
    includeHMAC: String(isSigned),
    deliveryMode: 'SIM',
    events,
    eventData: { version: 'restv2.1', format: 'json', includeData },
  };
}

function results(configurations: ConnectConfiguration[]) {
  return { configurations: configurations.map(toWire), totalRecords: String(configurations.length) };
}

function failures(connect: Connect, request: Request) {
  const from = dateQuery(request, 'from_date') ?? Number.NEGATIVE_INFINITY;
  const to = dateQuery(request, 'to_date') ?? Number.POSITIVE_INFINITY;
  const found = connect.failures.filter(({ created }) => {
    const at = Date.parse(created);
    return at >= from && at <= to;
  });
  const accountId = pathPart(request, 'accountId');
  return {
    totalRecords: String(found.length),
    type: 'Failures',
    failures: found.map(
      ({ failureId, configurationId, url, envelopeId, error, created, lastTry, retryCount }) => ({
        accountId,
        failureId,
        connectId: configurationId,
        configUrl: url,
        envelopeId,
        error,
        created,
        lastTry,
        retryCount: String(retryCount),
        status: 'Failed',
      }),
    ),
  };
}

function queued({ configurationId, url, envelopeId }: ConnectFailure) {
  return { configId: configurationId, configUrl: url, envelopeId, status: 'queued', statusMessage: '' };
}

function wanted(connect: Connect, request: Request): ConnectConfiguration {
  const id = pathPart(request, 'connectId');
  const configuration = connect.configurations.find(({ connectId }) => connectId === id);
  if (!configuration) throw unknown();
  return configuration;
}

function unknown(): ApiError {
  return new ApiError('CONNECT_CONFIGURATION_NOT_FOUND', 'The Connect configuration was not found.', 404);
}
