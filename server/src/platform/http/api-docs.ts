import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Endpoint } from '@ledgerline/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Authenticate } from './authenticate.ts';
import type { NamedEndpoint } from './endpoint-names.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { target: 'openapi-3.0', io, unrepresentable: 'any' });

function parametersOf(endpoint: Endpoint, location: 'path' | 'query') {
  const schema = schemaOf(location === 'path' ? endpoint.params : endpoint.query, 'input');
  const required: readonly string[] = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

function operationOf(endpoint: NamedEndpoint) {
  const hasBody = endpoint.method !== 'GET' && endpoint.transport === 'json';
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}${reauthenticationText(endpoint.needsReauthentication)}`,
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [...parametersOf(endpoint, 'path'), ...parametersOf(endpoint, 'query')],
    ...(hasBody
      ? { requestBody: { content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
      : {}),
    responses: {
      [endpoint.status]: {
        description: 'Success',
        content: { 'application/json': { schema: schemaOf(endpoint.reply, 'output') } },
      },
      default: { description: '{success: false, message, code, details}' },
    },
  };
}

function pathsOf(endpoints: readonly NamedEndpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return paths;
}

/**
 * The OpenAPI document, generated from the endpoint declarations when it is first read: the schemas of all endpoints take
 * longer than everything else that a starting app does.
 */
function openApiDocument(version: string, endpoints: readonly NamedEndpoint[]) {
  let paths: ReturnType<typeof pathsOf> | undefined;
  return {
    openapi: '3.0.3' as const,
    info: { title: 'Ledgerline API', version },
    components: { securitySchemes: { bearer: { type: 'http' as const, scheme: 'bearer' } } },
    get paths() {
      paths ??= pathsOf(endpoints);
      return paths;
    },
  };
}

/** Runs in the browser, not here: sends the portal's sign-in with every call that the page makes. */
function withSignIn<Request extends { headers: Record<string, string> }>(request: Request): Request {
  const token = globalThis.localStorage?.getItem('jwt');
  if (token) request.headers.authorization = `Bearer ${token}`;
  return request;
}

/** The page around the description, which reveals nothing about the API; every other route here requires a sign-in. */
const OPEN_ROUTES: readonly (string | undefined)[] = [
  '/api/docs',
  '/api/docs/',
  '/api/docs/static/swagger-initializer.js',
  '/api/docs/static/*',
];

/**
 * The page at /api/docs and its JSON at /api/docs/json; the document is generated at the first request. Unless `API_DOCS` is
 * `open` the page is an empty frame, and its content is available to signed-in agents only.
 */
export async function serveApiDocs(
  app: FastifyInstance,
  { version, API_DOCS }: Pick<Config, 'version' | 'API_DOCS'>,
  authenticate: Authenticate,
  endpoints: readonly NamedEndpoint[],
): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (request) => {
      // Uses the matched route, not the address: routes are matched after percent-decoding.
      if (API_DOCS !== 'open' && !OPEN_ROUTES.includes(request.routeOptions.url))
        await authenticate({ access: 'agent' }, request);
    });
    await docs.register(swagger, {
      mode: 'static',
      specification: { document: openApiDocument(version, endpoints) as never },
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      uiConfig: { requestInterceptor: withSignIn as never },
    });
  });
}

function reauthenticationText(needsReauthentication: Endpoint['needsReauthentication']): string {
  if (needsReauthentication === true) return '; needs re-authentication';
  return needsReauthentication && 'when' in needsReauthentication
    ? `; needs re-authentication ${needsReauthentication.when}`
    : '';
}
