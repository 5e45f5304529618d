import { setTimeout as sleep } from 'node:timers/promises';
import { FakeDocusign, type FakeDocusignOptions } from '@ledgerline/fakes/docusign/fake-docusign';
import { afterAll, beforeAll, inject } from 'vitest';
import { fixedClock } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { type DatabasePool, openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { type CreateEnvelope, EsignError, type EsignPerson, type EsignPort } from '#platform/ports/esign.ts';
import { createTestDatabase } from '#testing/database.ts';
import { createDocusignEsign, type DocusignOptions } from '../docusign-esign.ts';

export const PUBLIC_URL = 'https://portal.example.test';
export const RETURN_URL = `${PUBLIC_URL}/signed?formId=4`;
export const PEOPLE: EsignPerson[] = [
  { role: 'advisor', name: 'Adriana Advisor', email: 'adriana@example.test' },
  { role: 'client', name: 'José Ñandú Pérez de la Peña', email: 'jose@example.test' },
];
/** Long enough after the last poll that DocuSign may be polled again. */
export const NEXT_POLL_MS = 21 * 60_000;
const LONGEST_REAL_WAIT_MS = 15;

export interface DocusignFixture {
  fake: FakeDocusign;
  esign: EsignPort;
  database: DatabasePool;
  /** Our clock; DocuSign's own moves with it unless `skew` says otherwise. */
  clock: ReturnType<typeof fixedClock>;
  config: Config;
  timing: FakeTiming;
  /** Another server on the same database. */
  another(change?: Partial<DocusignOptions>): EsignPort;
}

/** Time for the adapter: pauses are short, and calls are aborted when the test says so instead of after their timeout. */
export class FakeTiming {
  /** The pauses the adapter requested, in milliseconds. */
  readonly waits: number[] = [];
  #abortCondition: (() => boolean) | null = null;

  /** The running call is treated as timed out when this becomes true. */
  abortWhen(isOver: () => boolean): void {
    this.#abortCondition = isOver;
  }

  wait = async (ms: number): Promise<void> => {
    this.waits.push(ms);
    await sleep(Math.min(ms, LONGEST_REAL_WAIT_MS));
  };

  fetch: typeof fetch = async (input, init) => {
    const gaveUp = new AbortController();
    const timer = setInterval(() => {
      if (!this.#abortCondition?.()) return;
      this.#abortCondition = null;
      gaveUp.abort(new DOMException('the test aborted the call', 'TimeoutError'));
    }, 2);
    try {
      const signals = [gaveUp.signal, ...(init?.signal ? [init.signal] : [])];
      return await fetch(input, { ...init, signal: AbortSignal.any(signals) });
    } finally {
      clearInterval(timer);
    }
  };
}

/** DocuSign with a fake behind it, on its own database. */
export async function openDocusign(
  options: FakeDocusignOptions = {},
): Promise<DocusignFixture & { close(): Promise<void> }> {
  const testDatabase = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(testDatabase.url, { max: 5, onError: () => undefined });
  const clock = fixedClock(new Date('2026-11-20T15:00:00Z'));
  const fake = new FakeDocusign({ now: () => clock.now(), ...options });
  await fake.start();
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...fake.environment(PUBLIC_URL) });
  const timing = new FakeTiming();
  const another = (change: Partial<DocusignOptions> = {}) => {
    const { wait, fetch } = timing;
    return createDocusignEsign({ config, database, clock, log: createLog('silent'), wait, fetch, ...change });
  };
  return {
    ...{ fake, esign: another(), database, clock, config, timing, another },
    async close() {
      await fake.stop();
      await database.close();
      await testDatabase.drop();
    },
  };
}

/** One fake and one database per test file. */
export function useDocusign(options: FakeDocusignOptions = {}): { readonly current: DocusignFixture } {
  let opened: Awaited<ReturnType<typeof openDocusign>> | undefined;
  beforeAll(async () => {
    opened = await openDocusign(options);
  });
  afterAll(() => opened?.close());
  return {
    get current() {
      if (!opened) throw new Error('the fake is not open yet');
      return opened;
    },
  };
}

export function templateOf(fake: FakeDocusign, name: string): string {
  const found = fake.templates.find((template) => template.name === name);
  if (!found) throw new Error(`the fake has no template ${name}`);
  return found.templateId;
}

let serial = 0;

/** A request for a document that both sign, with a new key. */
export function newInput({ fake }: DocusignFixture, change: Partial<CreateEnvelope> = {}): CreateEnvelope {
  serial += 1;
  return {
    templateId: templateOf(fake, 'Advisory Agreement'),
    idempotencyKey: `session_form:${serial}:1`,
    subject: 'Advisory Agreement',
    people: PEOPLE,
    prefill: { client_first_name: 'José' },
    ...change,
  };
}

/** The envelopes DocuSign has for a key. */
export async function envelopesOf({ database, fake }: DocusignFixture, key: string) {
  const [row] = await database.query<{ transaction_id: string }>(
    'select transaction_id from docusign_envelopes where idempotency_key = $1',
    [key],
  );
  return row ? fake.envelopesOf(row.transaction_id) : [];
}

/** An error response from DocuSign. */
export function errorResponse(status: number, errorCode: string, headers: Record<string, string> = {}) {
  return { kind: 'answer' as const, status, body: { errorCode, message: `${errorCode} happened` }, headers };
}

/** The error of a call, which must be one of the port's. */
export async function failureOf(call: Promise<unknown>): Promise<EsignError> {
  const ended = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (ended instanceof EsignError) return ended;
  throw ended ?? new Error('the call succeeded');
}
