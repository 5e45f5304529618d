import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, inject } from 'vitest';
import { createTokenSigner } from '#platform/auth/tokens.ts';
import { fixedClock } from '#platform/clock.ts';
import { type DatabasePool, openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import type {
  ClientInfo,
  OwnPageEsign,
  SigningInput,
  SigningTicket,
} from '#platform/ports/built-in-signing.ts';
import type { EsignPerson, EsignSigner } from '#platform/ports/esign.ts';
import { createFieldCipher } from '#platform/secrets/field-cipher.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { createTestDatabase } from '#testing/database.ts';
import { createBuiltinEsign } from '../builtin-esign.ts';
import { signaturePng } from './signature-png.ts';

export const PEOPLE: EsignPerson[] = [
  { role: 'advisor', name: 'Adriana Advisor', email: 'adriana@example.test' },
  { role: 'client', name: 'José Ñandú Pérez de la Peña', email: 'jose@example.test' },
];
export const CLIENT_INFO: ClientInfo = { address: '203.0.113.7', userAgent: 'Mozilla/5.0 (test)' };
export const SECRETS = {
  fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }],
  tokenSecret: Buffer.alloc(48, 7),
};

export interface EsignFixture {
  esign: OwnPageEsign;
  database: DatabasePool;
  databaseUrl: string;
  storage: Storage & { files: Map<string, Buffer> };
  clock: ReturnType<typeof fixedClock>;
  templatesDir: string;
  /** Another server on the same database and storage. */
  another(): OwnPageEsign;
}

export function memoryStorage(): EsignFixture['storage'] {
  const files = new Map<string, Buffer>();
  const read = async (key: string) => {
    const bytes = files.get(key);
    if (!bytes) throw new Error(`no file ${key}`);
    return bytes;
  };
  return {
    name: 'disk',
    files,
    put: async (key, bytes) => {
      files.set(key, Buffer.from(bytes));
    },
    read,
    size: async (key) => files.get(key)?.length ?? null,
    stream: async (key) => Readable.from([await read(key)]),
    remove: async (key) => {
      files.delete(key);
    },
    async *list() {
      for (const [key, { length }] of files) yield { key, size: length, modifiedAt: new Date(0) };
    },
  };
}

/** The provider on its own database and library folder. */
export async function openEsign(): Promise<EsignFixture & { close(): Promise<void> }> {
  const testDatabase = await createTestDatabase(inject('databaseUrl'));
  const folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-esign-'));
  const database = openDatabase(testDatabase.url, { max: 5, onError: () => undefined });
  const [storage, clock] = [memoryStorage(), fixedClock(new Date('2026-11-20T15:00:00Z'))];
  const templatesDir = path.join(folder, 'templates');
  const another = () =>
    createBuiltinEsign({
      database,
      storage,
      clock,
      templatesDir,
      tokens: createTokenSigner(SECRETS.tokenSecret),
      cipher: createFieldCipher(SECRETS),
      log: createLog('silent'),
      brokerage: 'Muñoz & Söhne Advisers',
      timeZone: 'America/New_York',
    });
  const close = async () => {
    await database.close();
    await testDatabase.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    esign: another(),
    database,
    databaseUrl: testDatabase.url,
    storage,
    clock,
    templatesDir,
    another,
    close,
  };
}

/** One per test file. */
export function useEsign(): { readonly current: EsignFixture } {
  let opened: Awaited<ReturnType<typeof openEsign>> | undefined;
  beforeAll(async () => {
    opened = await openEsign();
  });
  afterAll(() => opened?.close());
  return {
    get current() {
      if (!opened) throw new Error('the provider is not open yet');
      return opened;
    },
  };
}

export function signingInput(name: string, values: SigningInput['values'] = {}): SigningInput {
  return { signature: { method: 'drawn', name, image: signaturePng() }, values, language: 'es' };
}

export async function templateNamed(esign: OwnPageEsign, name: string): Promise<string> {
  const found = (await esign.listTemplates()).find((template) => template.name === name);
  if (!found) throw new Error(`the library has no ${name}`);
  return found.id;
}

/** A new envelope of a library template, by the template's name. */
export async function envelopeOf(
  esign: OwnPageEsign,
  name: string,
  prefill: Record<string, string> = {},
): Promise<string> {
  const created = await esign.createEnvelope({
    templateId: await templateNamed(esign, name),
    idempotencyKey: randomUUID(),
    subject: name,
    people: PEOPLE,
    prefill,
  });
  return created.envelopeId;
}

export async function ticketFor(
  esign: OwnPageEsign,
  envelopeId: string,
  signer: EsignSigner,
): Promise<SigningTicket> {
  const url = await esign.signingUrl({ envelopeId, signer, returnUrl: 'https://portal.example/back' });
  const ticket = esign.readTicket(new URL(url).pathname.split('/').at(-1) ?? '');
  if (!ticket) throw new Error('the ticket could not be read');
  return ticket;
}

export async function signAs(
  esign: OwnPageEsign,
  envelopeId: string,
  signer: EsignSigner,
  values: SigningInput['values'] = {},
) {
  const name = PEOPLE.find(({ role }) => role === signer)?.name ?? '';
  const ticket = await ticketFor(esign, envelopeId, signer);
  return (await esign.sign(ticket, signingInput(name, values), CLIENT_INFO)).state;
}
