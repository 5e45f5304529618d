import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  type InteractionResults,
} from 'oidc-provider';

/** Stores the provider's state in memory; each model has its own adapter. */
class MemoryAdapter implements Adapter {
  readonly #payloads = new Map<string, AdapterPayload>();
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#payloads.set(id, payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#payloads.get(id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.#payloads.values()].find((payload) => payload.uid === uid);
  }

  async findByUserCode(): Promise<undefined> {
    throw new Error(`${this.#kind}: the device flow is not supported`);
  }

  async consume(id: string): Promise<void> {
    const payload = this.#payloads.get(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#payloads.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, payload] of this.#payloads) if (payload.grantId === grantId) this.#payloads.delete(id);
  }
}

/** An account that can sign in by name, without a password. */
export interface OidcAccount {
  email?: string;
  email_verified?: boolean;
  /** Authentication methods: `pwd`, `mfa`. */
  amr?: string[];
}

type Claims = Record<string, unknown>;

/** How a test tampers with the ID token: other claims, or another key. */
export interface Tampering {
  claims?: (claims: Claims) => Claims;
  hasOtherKey?: boolean;
}

export interface OidcServer {
  issuer: string;
  /** The portal settings for this provider. */
  settings: { SSO_ISSUER: string; SSO_CLIENT_ID: string; SSO_CLIENT_SECRET: string };
  accounts: Map<string, OidcAccount>;
  tampering: Tampering | null;
  /** While true, the server closes every connection without a response. */
  isDown: boolean;
  stop(): Promise<void>;
}

const CLIENT = { id: 'ledgerline', secret: 'a-secret-of-the-portal-and-the-provider' };

/** A real OpenID provider (oidc-provider) on this machine with a single client: the portal at these redirect URIs. */
export async function startOidcServer(redirectUris: readonly string[], port = 0): Promise<OidcServer> {
  const keys = { own: newKey(), other: newKey() };
  const http = createServer();
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const server: OidcServer = {
    issuer,
    settings: { SSO_ISSUER: issuer, SSO_CLIENT_ID: CLIENT.id, SSO_CLIENT_SECRET: CLIENT.secret },
    accounts: new Map(),
    tampering: null,
    isDown: false,
    stop: () => stop(http),
  };
  const provider = new Provider(issuer, configurationOf(server, keys.own, redirectUris));
  const answer = provider.callback();
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (server.isDown) return void request.socket.destroy();
    if (server.tampering && request.url === '/token') tamper(response, server.tampering, keys);
    if (request.url?.startsWith('/interaction/')) return void interact(provider, server, request, response);
    return void answer(request, response);
  });
  return server;
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

async function stop(http: Server): Promise<void> {
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
}

function configurationOf(server: OidcServer, key: KeyObject, redirectUris: readonly string[]): Configuration {
  return {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'own' }] },
    cookies: { keys: ['one key of cookies on this machine'] },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'] },
    // Set explicitly, because the library logs a warning otherwise.
    ttl: { Interaction: 600, Session: 86_400, Grant: 86_400, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, sub) => {
      const { amr: __, ...accountClaims } = server.accounts.get(sub) ?? {};
      return server.accounts.has(sub)
        ? { accountId: sub, claims: () => ({ sub, ...accountClaims }) }
        : undefined;
    },
    // No consent prompt: the brokerage administers both the portal and the provider.
    async loadExistingGrant({ oidc }) {
      const { client, session, provider } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grantId = session.grantIdFor(client.clientId);
      const known = grantId ? await provider.Grant.find(grantId) : undefined;
      if (known) return known;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  };
}

/** Serves the sign-in page and handles its form. */
async function interact(
  provider: Provider,
  server: OidcServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(PAGE);
    return;
  }
  const form = new URLSearchParams(await bodyOf(request));
  const name = form.get('name') ?? '';
  const account = server.accounts.get(name);
  const result: InteractionResults = account
    ? { login: { accountId: name, amr: account.amr ?? ['pwd'] } }
    : { error: 'access_denied', error_description: 'no account with this name' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const PAGE = `<!doctype html><html lang="en"><title>Identity provider</title><h1>Sign in to the identity provider</h1>
<form method="post"><label>Name <input name="name" autofocus></label><button>Continue</button></form></html>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

/** Replaces the ID token in the token endpoint's response, signed with the provider's key or with another key of the same ID. */
function tamper(
  response: ServerResponse,
  { claims = (same) => same, hasOtherKey = false }: Tampering,
  keys: { own: KeyObject; other: KeyObject },
): void {
  const end = response.end.bind(response);
  response.end = ((body: Buffer | string) => {
    const answer = JSON.parse(String(body)) as { id_token?: string };
    if (answer.id_token) {
      const [head = '', payload = ''] = answer.id_token.split('.');
      const read = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
      const signed = `${head}.${Buffer.from(JSON.stringify(claims(read))).toString('base64url')}`;
      const key = hasOtherKey ? keys.other : keys.own;
      answer.id_token = `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
    }
    const text = JSON.stringify(answer);
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as typeof response.end;
}
