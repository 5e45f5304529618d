import { beforeAll, describe, expect, it } from 'vitest';
import { drawSafely, finishSafely, readFacts } from './open-safely.ts';
import { createSelfSigned } from './self-signed.ts';
import { sha256 } from './template-limits.ts';
import { signedBefore, withLostPicture } from './testing/odd-pdfs.ts';
import { verifySeal } from './testing/verify-seal.ts';
import { formPdf, plainPdf } from './testing/wild-pdfs.ts';

/** A million object starts without an end: parsing would take hours. */
const endless = (end = '') => Buffer.from(`%PDF-1.7\n${'1 0 obj <<\n'.repeat(1_000_000)}%%EOF${end}`);
const NO_ENTRIES = { values: {}, signatures: {} };
const NOW = new Date('2026-11-20T15:00:00Z');

let seal: Awaited<ReturnType<typeof createSelfSigned>> & { validUntil: Date };
beforeAll(async () => {
  const validUntil = new Date('2036-11-20');
  const names = { organization: 'Test', commonName: 'Test seal' };
  seal = { ...(await createSelfSigned(names, NOW, validUntil)), validUntil };
});

const finishing = () => ({
  entries: NO_ENTRIES,
  certificate: {
    brokerage: 'Test',
    timeZone: 'America/New_York',
    title: 'Agreement',
    envelopeId: 'env_test',
    templateName: 'Agreement',
    templateSha256: '',
    signers: [],
    events: [],
    choices: { checkboxTabs: {}, listTabs: {} },
  },
  seal,
  now: NOW,
});
const read = (bytes: Buffer, budget = {}) => readFacts(bytes, sha256(bytes), budget);
const kindOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    ({ kind }: { kind: string }) => kind,
  );

describe('document workers', () => {
  it('read, draw, seal and check a document', async () => {
    const form = await formPdf();
    const facts = await read(form);
    expect(facts.recipients).toEqual(['client']);
    expect(facts.fields.length).toBeGreaterThan(0);
    expect((await read(await drawSafely(form, NO_ENTRIES))).shapes.length).toBe(facts.shapes.length + 1);
    const seals = verifySeal(await finishSafely(form, finishing()));
    expect(seals).toMatchObject({ coversFullFile: true, digestMatches: true, signatureIsValid: true });
  });

  it('keep the server responsive while a document is read that never ends', async () => {
    const answer = kindOf(read(endless(), { cpuMs: 500 }));
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 10);
    expect(await answer).toBe('not_processed');
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
  });

  it.each<[string, string, (bytes: Buffer, budget: object) => Promise<unknown>]>([
    ['read', 'invalid', read],
    ['drawn', 'invalid', (bytes, budget) => drawSafely(bytes, NO_ENTRIES, budget)],
    ['finished', 'content_lost', (bytes, budget) => finishSafely(bytes, finishing(), budget)],
  ])('report whether a retry may help when a document cannot be %s', async (_, unusable, work) => {
    const sample = await plainPdf(3);
    expect(await kindOf(work(Buffer.from('no PDF'), {}))).toBe(unusable);
    expect(await kindOf(work(endless(), { cpuMs: 200 }))).toBe('not_processed');
    const others = ['1', '2'].map((end) => kindOf(work(endless(end), { cpuMs: 200 })));
    expect(await kindOf(work(sample, { waitMs: 0 }))).toBe('busy');
    await Promise.all(others);
    expect(await kindOf(work(sample, {}))).toBe('done');
  });

  it.each([
    ['an earlier signature', signedBefore],
    ['a picture', withLostPicture],
  ])('do not finish a document that would lose %s', async (_, build) => {
    expect(await kindOf(finishSafely(await build(), finishing()))).toBe('content_lost');
  });
});
