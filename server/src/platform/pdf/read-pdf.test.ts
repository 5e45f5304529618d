import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isActive, pageCountOf } from './read-pdf.ts';
import { WORKERS_BUSY } from './workers.ts';

const SAMPLE = new URL('../../providers/esign/builtin/samples/HIPAA%20Authorization.pdf', import.meta.url);
/** A million object starts without an end: hours of parsing. */
const ENDLESS = Buffer.from(`%PDF-1.7\n${'1 0 obj <<\n'.repeat(1_000_000)}%%EOF`);
/** Every # may start an escaped letter of a name: seconds of searching for active content. */
const ESCAPES = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(8 * 1024 * 1024, '#')]);

describe('the pages of a PDF', () => {
  it('are counted', async () => {
    expect(await pageCountOf(await readFile(SAMPLE))).toEqual({ pages: expect.any(Number) });
  });

  it.each([
    ['no PDF', Buffer.from('hello')],
    ['an empty file', Buffer.alloc(0)],
    ['half a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog')],
  ])('are not counted in %s', async (_, bytes) => {
    expect(await pageCountOf(bytes)).toEqual({ problem: 'damaged' });
  });

  it('are not counted beyond the budget, and the next file gets a new worker', async () => {
    expect(await pageCountOf(ENDLESS, { cpuMs: 200 })).toEqual({ problem: 'damaged' });
    expect(await pageCountOf(await readFile(SAMPLE))).toEqual({ pages: expect.any(Number) });
  });

  it('are counted for many files at the same time', async () => {
    const sample = await readFile(SAMPLE);
    const counts = await Promise.all(Array.from({ length: 7 }, () => pageCountOf(sample)));
    expect(new Set(counts.map((count) => JSON.stringify(count))).size).toBe(1);
    expect(counts[0]).toEqual({ pages: expect.any(Number) });
  });
});

describe('if no worker is free in time', () => {
  it('a PDF is rejected with the reason, and is not shown for now', async () => {
    const sample = await readFile(SAMPLE);
    const limit = { cpuMs: 200 };
    const busy = [1, 2].flatMap(() => [pageCountOf(ENDLESS, limit), isActive(ESCAPES, limit)]);
    // Requested together: the first ones may be done by the time that a second answer arrives.
    const rejected = expect(pageCountOf(sample, { waitMs: 0 })).rejects.toMatchObject({
      code: 'unavailable',
      message: WORKERS_BUSY,
    });
    const active = isActive(sample, { waitMs: 0 });
    await rejected;
    expect(await active).toBe(null);
    await Promise.all(busy);
  });
});

describe('active content of a PDF', () => {
  it('is detected without blocking the server, and assumed beyond the budget', async () => {
    // Done in place, the search would block all requests.
    const answer = isActive(ESCAPES, { cpuMs: 100 });
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 10);
    expect(await answer).toBe(true);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(2);
    expect(await isActive(await readFile(SAMPLE))).toBe(false);
  });
});
