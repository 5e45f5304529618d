import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import path from 'node:path';

/** Calls a running portal. `has` returns whether that version has an endpoint. */
export interface Portal {
  has(method: string, route: string): boolean;
  call<Answer = Record<string, unknown>>(
    method: string,
    route: string,
    body?: unknown,
    token?: string,
  ): Promise<Answer>;
  upload<Answer>(route: string, form: FormData, token: string): Promise<Answer>;
}

/** A server of any version, on a free port, with its own data folder. */
export interface OldServer {
  portal: Portal;
  /** Runs one of that version's commands on the same data folder. */
  run(script: string, args: string[]): Promise<void>;
  stop(): Promise<void>;
}

export const OWNER = { username: 'owner', password: 'kept-since-1' };

/** Starts the server of the code in `codeFolder`. */
export async function startServer(codeFolder: string, dataDir: string): Promise<OldServer> {
  const node = path.join(codeFolder, 'node_modules/.bin/node');
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    OWNER_USERNAME: OWNER.username,
    OWNER_PASSWORD: OWNER.password,
  };
  const server = spawn(node, ['server/src/main.ts'], {
    cwd: codeFolder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await readyAddress(server);
  const run = async (script: string, args: string[]) => {
    const command = spawn(node, [`scripts/${script}.ts`, ...args], {
      cwd: codeFolder,
      env,
      stdio: 'inherit',
    });
    const [code] = await once(command, 'exit');
    if (code !== 0) throw new Error(`${script} of ${codeFolder} ended with ${code}`);
  };
  const stop = async () => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  try {
    return { portal: await openPortal(base, codeFolder), run, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readyAddress(server: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of server.stdout ?? []) {
    output += String(chunk);
    const ready = /is ready on (http:\S+)/.exec(output);
    if (ready?.[1]) return ready[1].replace('localhost', '127.0.0.1');
  }
  throw new Error(`the server did not start: ${output}`);
}

async function openPortal(base: string, codeFolder: string): Promise<Portal> {
  const files = globSync(path.join(codeFolder, 'contract/src/**/endpoints.ts'));
  const modules: object[] = await Promise.all(files.map((file) => import(file)));
  const endpoints: { method: string; path: string }[] = modules.flatMap(Object.values) as never;
  const send = async (method: string, route: string, token?: string, body?: string | FormData) => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    if (typeof body === 'string') headers['content-type'] = 'application/json';
    const response = await fetch(`${base}/api${route}`, { method, headers, ...(body ? { body } : {}) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  return {
    has: (method, route) => endpoints.some((one) => one.method === method && one.path === route),
    call: (method, route, body, token) =>
      send(method, route, token, body === undefined ? undefined : JSON.stringify(body)),
    upload: (route, form, token) => send('POST', route, token, form),
  };
}
