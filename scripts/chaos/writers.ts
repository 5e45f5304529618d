import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../demo/random.ts';
import { Desk, GaveUp, Refused } from './agent-session.ts';
import { fillForm, prepareSigning, signForm } from './form-writers.ts';
import { payInvoice, takeCash } from './money-writers.ts';
import type { Outside } from './outside.ts';
import { importFile, makeTask, saveBulk, saveCell, upload } from './record-writers.ts';
import type { Recorder } from './recorder.ts';

/** All writers at once: opened, they work; closed, they finish what they began. */
export interface Writers {
  open(): void;
  /** Resolves when everything that was begun has its answer. */
  close(): Promise<void>;
  /** What no writer expected: sentences, each once. */
  surprises(): string[];
  /** Reads files for the checks. */
  reader: Desk;
}

const PASSWORD = 'kept-through-chaos';
export const OWNER = { username: 'owner', password: 'chaos-owner-1' };

/** Agents of their own, so that no limit of one is reached by the others. */
async function hireAgents(owner: Desk, names: readonly string[]): Promise<void> {
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
  const desk = (name: string, signIn: { username: string; password: string }) =>
    new Desk({ recorder, random, name, address, signIn });
  const owner = desk('owner', OWNER);
  const templateId = await prepareSigning(owner);
  const scenarios: Record<string, (desk: Desk) => Promise<void>> = {
    forms: fillForm,
    signing: (one) => signForm(one, outside, templateId),
    paying: (one) => payInvoice(one, outside),
    cash: takeCash,
    uploads: upload,
    imports: importFile,
    bulk: saveBulk,
    cells: saveCell,
    tasks: makeTask,
  };
  await hireAgents(owner, Object.keys(scenarios));
  const surprises = new Set<string>();
  let isOpen = false;
  let running: Promise<void>[] = [];
  const work = async (one: Desk, scenario: (desk: Desk) => Promise<void>) => {
    while (isOpen) {
      try {
        await scenario(one);
      } catch (error) {
        if (!(error instanceof Refused || error instanceof GaveUp || error instanceof Error)) throw error;
        surprises.add(`${one.name}: ${error.message}`);
      }
      await sleep(random.whole(pauseMs / 2, pauseMs));
    }
  };
  const desks = Object.entries(scenarios).map(
    ([name, scenario]) => [desk(name, { username: name, password: PASSWORD }), scenario] as const,
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
