import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../demo/random.ts';
import { AgentSession, GaveUp, RejectedError } from './agent-session.ts';
import { fillForm, prepareSigning, signForm } from './form-writers.ts';
import { payInvoice, recordCash } from './money-writers.ts';
import type { Outside } from './outside.ts';
import { createTask, importFile, saveBulk, saveCell, upload } from './record-writers.ts';
import type { Recorder } from './recorder.ts';

/** All writers at once: opened, they work; closed, they finish what they began. */
export interface Writers {
  open(): void;
  /** Resolves when everything that was begun has its answer. */
  close(): Promise<void>;
  /** What no writer expected: sentences, each once. */
  surprises(): string[];
  /** Reads files for the checks. */
  reader: AgentSession;
}

const PASSWORD = 'kept-through-chaos';
export const OWNER = { username: 'owner', password: 'chaos-owner-1' };

/** Agents of their own, so that no limit of one is reached by the others. */
async function hireAgents(owner: AgentSession, names: readonly string[]): Promise<void> {
  for (const username of names) {
    const person = { first_name: username, last_name: 'Chaos', email: `${username}@example.test` };
    const body = { username, password: PASSWORD, ...person };
    await owner.insist({ method: 'POST', path: '/agents/create', body });
  }
}

export async function openWriters(parts: {
  recorder: Recorder;
  random: Random;
  /** Addresses of portals, taken in turns. */
  addresses: readonly string[];
  outside: Outside | null;
  pauseMs: number;
}): Promise<Writers> {
  const { recorder, random, addresses, outside, pauseMs } = parts;
  let turn = 0;
  const address = () => addresses[turn++ % addresses.length] ?? '';
  const openAgentSession = (name: string, signIn: { username: string; password: string }) =>
    new AgentSession({ recorder, random, name, address, signIn });
  const owner = openAgentSession('owner', OWNER);
  const templateId = await prepareSigning(owner);
  const scenarios: Record<string, (agentSession: AgentSession) => Promise<void>> = {
    forms: fillForm,
    signing: (one) => signForm(one, outside, templateId),
    paying: (one) => payInvoice(one, outside),
    cash: recordCash,
    uploads: upload,
    imports: importFile,
    bulk: saveBulk,
    cells: saveCell,
    tasks: createTask,
  };
  await hireAgents(owner, Object.keys(scenarios));
  const surprises = new Set<string>();
  let isOpen = false;
  let running: Promise<void>[] = [];
  const work = async (one: AgentSession, scenario: (agentSession: AgentSession) => Promise<void>) => {
    while (isOpen) {
      try {
        await scenario(one);
      } catch (error) {
        if (!(error instanceof RejectedError || error instanceof GaveUp || error instanceof Error))
          throw error;
        surprises.add(`${one.name}: ${error.message}`);
      }
      await sleep(random.integer(pauseMs / 2, pauseMs));
    }
  };
  const desks = Object.entries(scenarios).map(
    ([name, scenario]) => [openAgentSession(name, { username: name, password: PASSWORD }), scenario] as const,
  );
  return {
    reader: owner,
    open() {
      isOpen = true;
      running = desks.map(([one, scenario]) => work(one, scenario));
    },
    async close() {
      isOpen = false;
      await Promise.all(running);
    },
    surprises() {
      const all = [...surprises];
      surprises.clear();
      return all;
    },
  };
}
