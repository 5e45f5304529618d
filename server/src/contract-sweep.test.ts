import { createAgent, updateAgent } from '@ledgerline/contract/agents/endpoints';
import { signIn } from '@ledgerline/contract/auth/endpoints';
import { createClient } from '@ledgerline/contract/clients/endpoints';
import { FIELD_NAMES } from '@ledgerline/contract/clients/fields/catalog';
import { type Endpoint, noInput } from '@ledgerline/contract/endpoint';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS, type NamedEndpoint } from '#platform/http/endpoint-names.ts';
import { signInAs } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

const UNKNOWN_ID = '987654321';
const urlOf = (endpoint: Endpoint) =>
  `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => wordFor(endpoint, name))}`;
/** The first value of an enum parameter; for any other parameter, an id that does not exist. */
const wordFor = ({ params }: Endpoint, name: string): string => {
  const shape = params instanceof z.ZodObject ? params.shape[name] : undefined;
  return shape instanceof z.ZodEnum ? String(shape.options[0]) : UNKNOWN_ID;
};
const label = (endpoint: NamedEndpoint) => `${endpoint.name} (${endpoint.method} ${endpoint.path})`;
const named = (endpoints: readonly NamedEndpoint[]) =>
  endpoints.map((endpoint) => [label(endpoint), endpoint] as const);
const isGuarded = ({ access }: Endpoint) => access !== 'public' && access !== 'optional_agent';
const needsRole = ({ access }: Endpoint) =>
  ['agent_manager', 'owner_or_developer', 'developer', 'owner'].includes(access);
const isToken = (access: Endpoint['access']) => access === 'form_token' || access === 'signing_token';
const readsJson = ({ method, transport }: Endpoint) => method !== 'GET' && transport === 'json';

/** One sign-in each: sign-ins are rate-limited, and there are many endpoints. */
const signedIn = new Map<string, ReturnType<typeof signInAs>>();
function signInOnce(flags: Parameters<typeof signInAs>[1] = {}): ReturnType<typeof signInAs> {
  const key = JSON.stringify(flags);
  const agent = signedIn.get(key) ?? signInAs(t.current, flags);
  signedIn.set(key, agent);
  return agent;
}

async function send(endpoint: Endpoint, token?: string, payload?: string) {
  const response = await t.current.app.inject({
    method: endpoint.method,
    url: urlOf(endpoint),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  return { status: response.statusCode, body: isJson ? response.json() : null };
}

describe('every endpoint of the contract', () => {
  it('has a name and a path of its own', () => {
    expect(ENDPOINTS.length).toBeGreaterThan(100);
    expect(new Set(ENDPOINTS.map(({ name }) => name)).size).toBe(ENDPOINTS.length);
    const paths = ENDPOINTS.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(paths).size).toBe(ENDPOINTS.length);
  });

  it.each(named(ENDPOINTS))('%s is registered', (_, endpoint) => {
    expect(t.current.app.hasRoute({ method: endpoint.method, url: `/api${endpoint.path}` })).toBe(true);
  });

  it.each(named(ENDPOINTS.filter(isGuarded)))('%s rejects an anonymous call', async (_, endpoint) => {
    const { status, body } = await send(endpoint);
    expect([status, body.success, typeof body.message]).toEqual([401, false, 'string']);
  });

  it.each(named(ENDPOINTS.filter(isGuarded)))('%s rejects an unsigned token', async (_, endpoint) => {
    expect((await send(endpoint, 'eyJhbGciOiJub25lIn0.eyJpZCI6MX0.')).status).toBe(401);
  });

  it.each(named(ENDPOINTS.filter(needsRole)))('%s rejects an agent without a role', async (_, endpoint) => {
    const agent = await signInOnce();
    const { status, body } = await send(endpoint, agent.token);
    expect([status, body.code]).toEqual([403, 'not_allowed']);
  });

  it('forms and signing screens accept the token of a link or ticket and never the token of an agent', async () => {
    const owner = await signInOnce({ is_owner: true });
    for (const endpoint of ENDPOINTS.filter(({ access }) => isToken(access))) {
      expect([label(endpoint), (await send(endpoint, owner.token)).status]).toEqual([label(endpoint), 401]);
    }
  });

  it.each(named(ENDPOINTS.filter(readsJson)))('%s answers malformed JSON with 400', async (_, endpoint) => {
    const owner = await signInOnce({ is_owner: true, has_all_staff_access: true });
    for (const payload of ['{', '{"a":', '[1', 'null x', '{"__proto__":{"a":1}}']) {
      const { status, body } = await send(endpoint, owner.token, payload);
      expect([payload, status, body.success, body.code]).toEqual([payload, 400, false, 'malformed_request']);
    }
  });

  it.each(named(ENDPOINTS.filter(readsJson)))(
    '%s answers an oversized body with 413',
    async (_, endpoint) => {
      const owner = await signInOnce({ is_owner: true, has_all_staff_access: true });
      const payload = JSON.stringify({ filler: 'x'.repeat(endpoint.bodyLimit) });
      const { status, body } = await send(endpoint, owner.token, payload);
      expect([status, body.success, body.code]).toEqual([413, false, 'too_large']);
    },
  );

  it.each(named(ENDPOINTS.filter((endpoint) => readsJson(endpoint) && !isToken(endpoint.access))))(
    '%s accepts only an object',
    async (_, endpoint) => {
      const owner = await signInOnce({ is_owner: true, is_developer: true, has_all_staff_access: true });
      for (const payload of ['null', '[]', '[{}]', '"text"', '7', 'true']) {
        const { status, body } = await send(endpoint, owner.token, payload);
        expect([payload, status, body.code]).toEqual([payload, 400, 'validation_failed']);
      }
    },
  );

  it.each(named(ENDPOINTS.filter((endpoint) => readsJson(endpoint) && endpoint.body !== noInput)))(
    '%s rejects unknown keys and names them',
    async (_, endpoint) => {
      const agent = await signInOnce({ is_owner: true, has_all_staff_access: true });
      // Agent notes are the one call that ignores unknown keys (decisions G18).
      if (isToken(endpoint.access) || endpoint.name === 'updateSession') return;
      const { status, body } = await send(endpoint, agent.token, '{"no_such_key":1}');
      expect([status, JSON.stringify(body.details?.fields)]).toEqual([
        400,
        expect.stringContaining('no_such_key'),
      ]);
    },
  );
});

/** Keys of a response that hold client data. */
const OF_CLIENTS = new Set<string>([
  ...FIELD_NAMES,
  ...['client_id', 'client_name', 'form_data', 'answers', 'file_url', 'signed_url', 'to_address', 'subtitle'],
]);

function namesIn(schema: JsonSchema): string[] {
  const parts = Object.values(schema).flatMap((value) => (Array.isArray(value) ? value : [value]));
  const inside = parts.flatMap((one) =>
    typeof one === 'object' && one !== null ? namesIn(one as JsonSchema) : [],
  );
  const named = schema.properties ? Object.keys(schema.properties) : [];
  const keys = (schema.propertyNames as { enum?: string[] } | undefined)?.enum ?? [];
  return [...named, ...keys, ...inside];
}

/** Everything that agents may read, and every write that returns client data. */
const returnsData = (endpoint: Endpoint): boolean => {
  if (!isGuarded(endpoint) || isToken(endpoint.access)) return false;
  if (endpoint.method === 'GET' || endpoint.transport === 'stream') return true;
  const reply = z.toJSONSchema(endpoint.reply, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  return namesIn(reply).some((name) => OF_CLIENTS.has(name));
};

describe('the audit log of reads', () => {
  it.each(named(ENDPOINTS.filter(returnsData)))('%s declares what it logs', (_, endpoint) => {
    expect(endpoint.audit).toBeDefined();
  });

  it('names only parameters and keys that exist', () => {
    const keysOf = (shape: z.ZodType) => (shape instanceof z.ZodObject ? Object.keys(shape.shape) : []);
    for (const endpoint of ENDPOINTS) {
      const { audit } = endpoint;
      if (!audit || typeof audit === 'string') continue;
      if ('text' in audit || 'rows' in audit) {
        const query = keysOf(endpoint.query);
        for (const key of audit.text ?? [])
          expect([endpoint.name, query]).toEqual([endpoint.name, expect.arrayContaining([key])]);
        if (audit.rows) expect([endpoint.name, ...query, ...keysOf(endpoint.reply)]).toContain(audit.rows);
      } else if (audit.action !== 'trail_read' && 'param' in audit)
        expect(endpoint.path).toContain(`:${audit.param}`);
      else if (audit.action === 'opened' || audit.action === 'answers_read')
        expect(endpoint.path).toContain(':id');
    }
  });

  it('never declares `none` for an endpoint that returns a client’s record, answers or files', () => {
    for (const endpoint of ENDPOINTS.filter(({ audit }) => audit === 'none')) {
      const reply = z.toJSONSchema(endpoint.reply, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
      const names = namesIn(reply).filter((name) =>
        ['ssn', 'dob', 'form_data', 'primary_phone'].includes(name),
      );
      expect([endpoint.name, names]).toEqual([endpoint.name, []]);
    }
  });
});

/** Keys of responses that hold a URL for a person to open (decisions O6); those of requests are the caller's own. */
const URL_NAMES =
  /^(embedded_url|square_public_url|payment_url|signing_url|formUrl|form_url|url|file_url|signed_url|pay_url)$/;

interface JsonSchema {
  format?: string;
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  [part: string]: unknown;
}

/** Where a schema has such a key without requiring a full URL. */
function looseUrls(schema: JsonSchema, path = ''): string[] {
  const parts = Object.entries(schema).filter(([part]) => part !== 'properties');
  const inside = parts.flatMap(([part, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) =>
      typeof one === 'object' && one !== null ? looseUrls(one as JsonSchema, `${path}.${part}`) : [],
    ),
  );
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, value]) =>
    URL_NAMES.test(name) && !JSON.stringify(value).includes('"format":"uri"')
      ? [`${path}.${name}`]
      : looseUrls(value, `${path}.${name}`),
  );
  return [...inside, ...named];
}

describe('the responses of the contract', () => {
  it.each(named(ENDPOINTS.filter(({ transport }) => transport === 'json')))(
    '%s returns URLs for people as full URLs',
    (_, { reply }) => {
      const schema = z.toJSONSchema(reply, { unrepresentable: 'any' });
      expect(looseUrls(schema as JsonSchema)).toEqual([]);
    },
  );
});

describe('anything else under /api', () => {
  it('answers an unknown path with 404 as JSON', async () => {
    for (const url of ['/api/nonsense', '/api', '/api/', '/api/clients/1/nonsense', '/api/docs/nonsense']) {
      const response = await t.current.app.inject({ url });
      expect([url, response.statusCode, response.headers['content-type']]).toEqual([
        url,
        404,
        expect.stringContaining('application/json'),
      ]);
      expect(response.json()).toMatchObject({ success: false, code: 'not_found', message: 'Not found.' });
    }
  });

  it('answers a path that cannot be decoded as JSON, not with a stack', async () => {
    const response = await t.current.app.inject({ url: '/api/clients/%E0%A4%A' });
    expect([response.statusCode, response.json().success]).toEqual([400, false]);
    const long = await t.current.app.inject({ url: `/api/clients/${'9'.repeat(2000)}` });
    expect(long.statusCode).toBeGreaterThanOrEqual(400);
    expect([long.statusCode < 500, long.json().success]).toEqual([true, false]);
  });

  it('answers another content type with 415', async () => {
    const response = await t.current.app.inject({
      method: 'POST',
      url: '/api/crm/login',
      headers: { 'content-type': 'application/xml' },
      payload: '<a/>',
    });
    expect([response.statusCode, response.json().code]).toEqual([415, 'unsupported_media_type']);
  });

  it('reveals no detail for an id that is not a number', async () => {
    const agent = await signInOnce();
    for (const id of ['abc', '0', '-1', '1.5', '99999999999999999999', '%00', "1'--"]) {
      const response = await t.current.app.inject({
        url: `/api/clients/${id}`,
        headers: { authorization: `Bearer ${agent.token}` },
      });
      expect([id, response.statusCode]).toEqual([id, 404]);
    }
  });
});

describe('an invalid field', () => {
  it('is named in the error: null characters, too long, wrong type, missing', async () => {
    const owner = await signInOnce({ is_owner: true });
    const cases: [Endpoint, Record<string, unknown>, string, string][] = [
      [createClient, { address: 'a\u0000b' }, 'address', 'address must not contain a null character'],
      [createClient, { address: 'x'.repeat(501) }, 'address', 'address must be at most 500 characters'],
      [createClient, { address: { a: 1 } }, 'address', 'address must be text, a number or null'],
      [createClient, { address: true }, 'address', 'address must be text, a number or null'],
      [
        signIn,
        { username: 'a\u0000', password: 'x' },
        'username',
        'username must not contain a null character',
      ],
      [signIn, { username: 7, password: 'x' }, 'username', 'username must be text'],
      [signIn, { password: 'x' }, 'username', 'username is required'],
      [createAgent, {}, 'first_name', 'First name is required'],
    ];
    for (const [endpoint, input, path, message] of cases) {
      const { status, body } = await send(endpoint, owner.token, JSON.stringify(input));
      expect([status, body.message, body.details.fields[0].path]).toEqual([400, message, path]);
    }
    const { error } = await owner.call(updateAgent, {
      params: { id: owner.agent.id },
      body: { is_owner: 'yes' } as never,
    });
    expect(error.message).toBe('is_owner must be true or false');
  });
});
