import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { pageCountOf } from './page-count.ts';

const SAMPLE = new URL('../../providers/esign/builtin/samples/HIPAA%20Authorization.pdf', import.meta.url);

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

  it('are not waited for beyond the limit', async () => {
    // A million beginnings of an object, none of which ends: hours of work.
    const endless = Buffer.from(`%PDF-1.7\n${'1 0 obj <<\n'.repeat(1_000_000)}%%EOF`);
    expect(await pageCountOf(endless, 200)).toEqual({ problem: 'damaged' });
  });
});
