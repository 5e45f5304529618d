import { sign } from 'node:crypto';
import type { FakeDocusign } from './fake-docusign.ts';

export interface RawAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The value at a path such as `recipients.signers.0.status`; undefined if there is none. */
  at(path: string): unknown;
}

/** An HTTP client for the fake's own tests, independent of the adapter. */
export class RawDocusign {
  readonly #fake: FakeDocusign;
  readonly #environment: Record<string, string>;
  token = '';

  constructor(fake: FakeDocusign) {
    this.#fake = fake;
    this.#environment = fake.environment('https://portal.example.test');
  }

  /** Claims of a valid assertion, with the overrides of a test. */
  claims(now: Date, overrides: Record<string, unknown> = {}): Record<string, unknown> {
    const iat = Math.floor(now.getTime() / 1000);
    return {
      iss: this.#environment.DOCUSIGN_INTEGRATION_KEY,
      sub: this.#environment.DOCUSIGN_USER_ID,
      aud: 'account-d.docusign.com',
      iat,
      exp: iat + 3600,
      scope: 'signature impersonation',
      ...overrides,
    };
  }

  assertion(claims: Record<string, unknown>, key = this.#privateKey): string {
    const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${text({ alg: 'RS256', typ: 'JWT' })}.${text(claims)}`;
    return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
  }

  async grant(assertion: string): Promise<RawAnswer> {
    const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const body = new URLSearchParams({ grant_type, assertion });
    return read(await fetch(`${this.#fake.url}/oauth/token`, { method: 'POST', body }));
  }

  async signIn(now: Date): Promise<void> {
    const answer = await this.grant(this.assertion(this.claims(now)));
    this.token = String(answer.at('access_token'));
  }

  /** A REST call below the account; the query is encoded. */
  call(method: string, path: string, body?: unknown): Promise<RawAnswer> {
    const [bare, query] = path.split('?');
    const encoded = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    return this.send(method, `/restapi/v2.1/accounts/${this.#fake.accountId}${bare}${encoded}`, body);
  }

  async send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<RawAnswer> {
    const headers: Record<string, string> = { Authorization: `Bearer ${this.token}` };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const json = body === undefined ? undefined : JSON.stringify(body);
    const init = { method, headers, body: json ?? null, redirect: 'manual', signal: signal ?? null } as const;
    return read(await fetch(`${this.#fake.url}${path}`, init));
  }

  get #privateKey(): string {
    return (this.#environment.DOCUSIGN_PRIVATE_KEY ?? '').replaceAll('\\n', '\n');
  }
}

async function read(response: Response): Promise<RawAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const json: unknown = isJson ? JSON.parse(bytes.toString()) : undefined;
  const at = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], json);
  return { status: response.status, headers: response.headers, bytes, at };
}
