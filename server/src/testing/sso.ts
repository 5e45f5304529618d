import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as sso from '@ledgerline/contract/auth/sso/endpoints';
import { type finishSso, startSso, startSsoReauthentication } from '@ledgerline/contract/auth/sso/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { type OidcAccount, type OidcServer, startOidcServer } from '@ledgerline/fakes/identity/oidc-server';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { buildAgent } from './factories.ts';
import { type Caller, useTestApp } from './test-app.ts';

export type SsoCallback = BodyInput<typeof finishSso>;

/** A browser at an OpenID provider and at the portal: it stores cookies of both. */
export class SsoBrowser {
  readonly #portal: Caller;
  readonly #there = new Map<string, string>();
  cookie = '';

  constructor(portal: Caller) {
    this.#portal = portal;
  }

  /** Starts the sign-in and signs in there under a name; the parameters of the redirect. */
  async goThere(name: string, { isFresh = false } = {}): Promise<SsoCallback> {
    const { body, headers } = await this.#portal.call(startSso, {
      body: { is_fresh: isFresh },
      headers: { cookie: this.cookie },
    });
    this.#storeCookies(headers);
    return this.signInThere(body.url, name);
  }

  /** The same to re-authenticate an agent, who sends their token. */
  async goToReauthenticate(agent: Caller, name: string): Promise<SsoCallback> {
    const { body, headers } = await agent.call(startSsoReauthentication, {
      headers: { cookie: this.cookie },
    });
    this.#storeCookies(headers);
    return this.signInThere(body.url, name);
  }

  finish(brought: SsoCallback) {
    return this.#portal.call(sso.finishSso, { body: brought, headers: { cookie: this.cookie } });
  }

  /** Both at once. */
  async signIn(name: string) {
    return this.finish(await this.goThere(name));
  }

  /** Follows the provider until it redirects the browser back to the portal. */
  async signInThere(url: string, name: string): Promise<SsoCallback> {
    let next = new URL(url);
    const { origin } = next;
    for (let step = 0; step < 10; step += 1) {
      const isPage = next.pathname.startsWith('/interaction/');
      const response = await fetch(next, {
        method: isPage ? 'POST' : 'GET',
        headers: { cookie: [...this.#there].map(([key, value]) => `${key}=${value}`).join('; ') },
        redirect: 'manual',
        ...(isPage ? { body: new URLSearchParams({ name }) } : {}),
      });
      for (const set of response.headers.getSetCookie()) {
        const [pair = ''] = set.split(';');
        const [key = '', ...value] = pair.split('=');
        if (value.join('=') === '') this.#there.delete(key);
        else this.#there.set(key, value.join('='));
      }
      next = new URL(response.headers.get('location') ?? '', next);
      if (next.origin !== origin) return callbackOf(next);
      if (response.status >= 400) throw new Error(`the provider answers ${response.status}`);
    }
    throw new Error('the provider sends the browser in circles');
  }

  #storeCookies(headers: Record<string, unknown>): void {
    const set = [headers['set-cookie'] ?? []].flat().map(String);
    this.cookie =
      set.map((cookie) => cookie.split(';')[0]).find((pair) => pair?.includes('sso=')) ?? this.cookie;
  }
}

/** The parameters that the page passes on. */
function callbackOf({ searchParams }: URL): SsoCallback {
  const [state = '', code, iss, error] = ['state', 'code', 'iss', 'error'].map(
    (name) => searchParams.get(name) ?? undefined,
  );
  return { state, code, iss, error };
}

type Flags = Parameters<typeof buildAgent>[1];
type Settings = Record<string, string>;

/** A server with a real OpenID provider, whose clock, the real one, is the server's. */
export function useSsoWorld(settings: Settings = {}) {
  let provider: OidcServer | undefined;
  const there = () => {
    if (!provider) throw new Error('the provider is not there yet');
    return provider;
  };
  const t = useTestApp(async () => {
    provider = await startOidcServer(['http://localhost/crm/sso']);
    return { ...provider.settings, SSO_NAME: 'Acme', ...settings };
  });
  let serial = 0;
  // Connected agents are notified by email.
  beforeAll(() => t.current.startJobs());
  beforeEach(async () => {
    t.current.clock.set(new Date());
    Object.assign(there(), { tampering: null, isDown: false });
    // Each test may be rejected as often as the audit log records.
    await t.current.deps.database.query('delete from rate_limits');
  });
  afterAll(() => provider?.stop());
  return {
    get current() {
      return t.current;
    },
    get provider() {
      return there();
    },
    /** An agent of the portal, and their account at the provider with the same address. */
    async known(flags: Flags = {}, account: OidcAccount = {}) {
      serial += 1;
      const [name, email] = [`sub${serial}`, `person${serial}@acme.test`];
      there().accounts.set(name, { email, email_verified: true, ...account });
      const agent = await buildAgent(t.current, { email, ...flags });
      return { agent, name, email, browser: new SsoBrowser(t.current) };
    },
    /** Connected with a former account at the provider, to which the portal is no longer assigned. */
    async connectElsewhere(agentId: number, email: string): Promise<void> {
      await t.current.deps.database.query(
        `insert into agent_identities (agent_id, issuer, subject, email, connected_at, last_used_at)
         values ($1, 'https://before.test', $2, $2, now(), now())`,
        [agentId, email],
      );
    },
    /** The text of a sent email, as its reader sees it. */
    async emailTo(email: string, subject: string): Promise<string> {
      const folder = path.join(t.current.config.DATA_DIR, 'outbox');
      const found = async () => {
        const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
        const emails = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
        const message = emails.find((one) => one.includes(`To: ${email}`) && one.includes(subject));
        return message?.replaceAll(/=\r?\n/g, '') ?? '';
      };
      await expect.poll(found).not.toBe('');
      return found();
    },
    /** How many failed attempts are counted, from any address. */
    async countRejections(): Promise<number> {
      const [row] = await t.current.deps.database.query<{ hits: number }>(
        `select coalesce(sum(hits), 0)::int as hits from rate_limits where key like 'sso:%'`,
      );
      return row?.hits ?? 0;
    },
    auditLogOf: (action: string) =>
      t.current.deps.database.query<{
        entity_id: number | null;
        field: string | null;
        new_value: { why?: string };
      }>('select entity_id, field, new_value from audit_events where action = $1 order by id', [action]),
  };
}
