import { type APIRequestContext, test as base, type Page } from '@playwright/test';
import { OWNER } from './accounts.ts';
import { recordToasts } from './notifications.ts';

export { expect } from '@playwright/test';

interface Agent {
  id: number;
  token: string;
  username: string;
  password: string;
  first_name: string;
  last_name: string;
  email: string;
}

interface Flags {
  is_advisor?: boolean;
  is_owner?: boolean;
  is_developer?: boolean;
  has_all_staff_access?: boolean;
}

/** The API as a signed-in agent, to set up the data of a journey. */
export class Portal {
  readonly #request: APIRequestContext;
  readonly agent: Agent;

  constructor(request: APIRequestContext, agent: Agent) {
    this.#request = request;
    this.agent = agent;
  }

  async send(method: 'get' | 'post' | 'put' | 'delete' | 'patch', path: string, data?: unknown) {
    let response = await this.#try(method, path, data);
    // The owner signs in once for all journeys of a worker; the journeys may take longer than a re-authentication lasts.
    if (response.status() === 403 && (await response.text()).includes('proof_needed')) {
      await this.#try('post', '/auth/prove', { password: this.agent.password });
      response = await this.#try(method, path, data);
    }
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  }

  #try(method: 'get' | 'post' | 'put' | 'delete' | 'patch', path: string, data: unknown) {
    return this.#request[method](`/api${path}`, {
      headers: { authorization: `Bearer ${this.agent.token}` },
      ...(data === undefined ? {} : { data }),
    });
  }

  /** Uploads files as multipart form data. */
  async upload(path: string, multipart: Record<string, { name: string; mimeType: string; buffer: Buffer }>) {
    const response = await this.#request.post(`/api${path}`, {
      headers: { authorization: `Bearer ${this.agent.token}` },
      multipart,
    });
    if (!response.ok()) throw new Error(`post ${path}: ${response.status()} ${await response.text()}`);
    return response.json();
  }

  async createClient(values: Record<string, string | number | null>): Promise<number> {
    return (await this.send('post', '/clients', values)).id;
  }

  /** Opens the browser as this agent, with the values that signing in would have stored. */
  async signIn(page: Page): Promise<void> {
    await recordToasts(page);
    const { token, first_name, last_name, username, email } = this.agent;
    await page.addInitScript(
      (stored) => {
        for (const [key, value] of Object.entries(stored)) {
          if (!sessionStorage.getItem('entered')) localStorage.setItem(key, value);
        }
        sessionStorage.setItem('entered', 'yes');
      },
      {
        jwt: token,
        adminFirstName: first_name,
        adminLastName: last_name,
        adminUsername: username,
        adminEmail: email,
      },
    );
  }
}

async function signIn(request: APIRequestContext, username: string, password: string): Promise<Agent> {
  const response = await request.post('/api/crm/login', { data: { username, password } });
  const { token, admin } = await response.json();
  return { ...admin, token, password };
}

let serial = 0;

/** A word that no other test uses. */
export function unique(word: string): string {
  serial += 1;
  return `${word}${process.pid.toString(36)}${Date.now().toString(36)}${serial}`;
}

interface WorkerFixtures {
  serverUrl: string;
  ownerAgent: Agent;
}

interface Fixtures {
  owner: Portal;
  /** Creates and signs in a new agent. */
  newAgent: (flags?: Flags) => Promise<Portal>;
  /** A page signed in as a new owner, so that tests do not share settings. */
  portalPage: Page;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  serverUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from here
    async ({}, use) => use(`http://127.0.0.1:${process.env.E2E_PORT}`),
    { scope: 'worker' },
  ],
  baseURL: async ({ serverUrl }, use) => use(serverUrl),
  /** Signs in once for all journeys of a worker: checking a password is slow on purpose. */
  ownerAgent: [
    async ({ playwright, serverUrl }, use) => {
      const request = await playwright.request.newContext({ baseURL: serverUrl });
      await use(await signIn(request, OWNER.username, OWNER.password));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  owner: async ({ request, ownerAgent }, use) => {
    await use(new Portal(request, ownerAgent));
  },
  newAgent: async ({ request, owner }, use) => {
    await use(async (flags = {}) => {
      const username = unique('agent');
      const password = 'a long password';
      await owner.send('post', '/agents/create', {
        first_name: 'Alex',
        last_name: username,
        email: `${username}@example.com`,
        username,
        password,
        ...flags,
      });
      return new Portal(request, await signIn(request, username, password));
    });
  },
  portalPage: async ({ page, newAgent }, use) => {
    const agent = await newAgent({
      is_owner: true,
      is_developer: true,
      has_all_staff_access: true,
      is_advisor: true,
    });
    await agent.signIn(page);
    await use(page);
  },
});
