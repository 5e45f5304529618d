import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../demo/random.ts';
import { AgentSession, NoResponseError, RejectedError } from './agent-session.ts';
import { fillForm, prepareSigning, signForm } from './form-writers.ts';
import { payInvoice, recordCash } from './money-writers.ts';
import type { Providers } from './providers.ts';
import { createTask, importFile, saveBulk, saveCell, upload } from './record-writers.ts';
import type { Recorder } from './recorder.ts';

/** All writers: they work concurrently after `open` and finish their current operations on `close`. */
export interface Writers {
  open(): void;
  /** Resolves when every started operation has its response. */
  close(): Promise<void>;
  /** Unexpected errors since the last call, without duplicates. */
  unexpected(): string[];
  /** Reads files for the checks. */
  reader: AgentSession;
}

const PASSWORD = 'kept-through-chaos';
export const OWNER = { username: 'owner', password: 'chaos-owner-1' };

/** Creates one agent per scenario, so that they do not share rate limits. */
async function createAgents(owner: AgentSession, names: readonly string[]): Promise<void> {
  for (const username of names) {
    const person = { first_name: username, last_name: 'Chaos', email: `${username}@example.test` };
    const body = { username, password: PASSWORD, ...person };
    await owner.request({ method: 'POST', path: '/agents/create', body });
  }
}

export async function openWriters(parts: {
  recorder: Recorder;
  random: Random;
  /** Addresses of the portals, used in turn. */
  addresses: readonly string[];
  providers: Providers | null;
  pauseMs: number;
}): Promise<Writers> {
  const { recorder, random, addresses, providers, pauseMs } = parts;
  let turn = 0;
  const address = () => addresses[turn++ % addresses.length] ?? '';
  const openAgentSession = (name: string, signIn: { username: string; password: string }) =>
    new AgentSession({ recorder, random, name, address, signIn });
  const owner = openAgentSession('owner', OWNER);
  const templateId = await prepareSigning(owner);
  const scenarios: Record<string, (agentSession: AgentSession) => Promise<void>> = {
    forms: fillForm,
    signing: (one) => signForm(one, providers, templateId),
    paying: (one) => payInvoice(one, providers),
    cash: recordCash,
    uploads: upload,
    imports: importFile,
    bulk: saveBulk,
    cells: saveCell,
    tasks: createTask,
  };
  await createAgents(owner, Object.keys(scenarios));
  const unexpected = new Set<string>();
  let isOpen = false;
  let running: Promise<void>[] = [];
  const work = async (one: AgentSession, scenario: (agentSession: AgentSession) => Promise<void>) => {
    while (isOpen) {
      try {
        await scenario(one);
      } catch (error) {
        if (!(error instanceof RejectedError || error instanceof NoResponseError || error instanceof Error))
          throw error;
        unexpected.add(`${one.name}: ${error.message}`);
      }
      await sleep(random.integer(pauseMs / 2, pauseMs));
    }
  };
  const sessions = Object.entries(scenarios).map(
    ([name, scenario]) => [openAgentSession(name, { username: name, password: PASSWORD }), scenario] as const,
  );
  return {
    reader: owner,
    open() {
      isOpen = true;
      running = sessions.map(([one, scenario]) => work(one, scenario));
    },
    async close() {
      isOpen = false;
      await Promise.all(running);
    },
    unexpected() {
      const all = [...unexpected];
      unexpected.clear();
      return all;
    },
  };
}
