import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asRanges, ListedRows, RecentlyOpened, TypedSearches } from './coalesce.ts';

const MINUTE = 60_000;

describe('recently opened objects', () => {
  const recorded = Promise.resolve();

  it('share one row for 15 minutes', () => {
    const opened = new RecentlyOpened();
    expect(opened.find('7:opened:client:1', 0)).toBeNull();
    opened.remember('7:opened:client:1', 0, recorded);
    expect(opened.find('7:opened:client:1', 14.9 * MINUTE)).toBe(recorded);
    expect(opened.find('7:opened:client:1', 15 * MINUTE)).toBeNull();
    expect(opened.find('8:opened:client:1', 1)).toBeNull();
    // A clock that is set back makes no row disappear.
    expect(opened.find('7:opened:client:1', -1)).toBeNull();
  });

  it('forget a row that could not be stored', async () => {
    const opened = new RecentlyOpened();
    opened.remember('a', 0, Promise.reject(new Error('away')));
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(opened.find('a', 1)).toBeNull();
  });

  it('have at least one row in every 15 minutes of reading, and never two', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 10 * MINUTE }), { maxLength: 60 }), (pauses) => {
        const opened = new RecentlyOpened();
        const rows: number[] = [];
        let now = 0;
        for (const pause of pauses) {
          now += pause;
          if (opened.find('k', now) === null) {
            rows.push(now);
            opened.remember('k', now, recorded);
          }
          expect(now - (rows.at(-1) ?? Number.NaN)).toBeLessThan(15 * MINUTE);
        }
        for (const [index, at] of rows.entries()) {
          if (index > 0) expect(at - (rows[index - 1] ?? 0)).toBeGreaterThanOrEqual(15 * MINUTE);
        }
      }),
    );
  });
});

function typed(texts: readonly string[], pause = 200): string[] {
  const searches = new TypedSearches<string>();
  const rows = texts.flatMap((text, index) => searches.type('7', text, text, index * pause));
  return [...rows, ...searches.release(texts.length * pause, true)];
}

describe('a typed search', () => {
  it.each([
    [['m', 'ma', 'mar', 'mari', 'marin'], ['marin']],
    [
      ['marin', 'mari', 'mar', 'marc'],
      ['marin', 'marc'],
    ],
    [['marin', 'mari', 'marin'], ['marin']],
    [
      ['Ana', 'bo'],
      ['Ana', 'bo'],
    ],
    [['555', '555-0100'], ['555-0100']],
    [[], []],
  ])('%j is %j', (texts, rows) => {
    expect(typed(texts)).toEqual(rows);
  });

  it('counts as another search after a pause, and completes by itself', () => {
    expect(typed(['ma', 'mar'], 5000)).toEqual(['ma', 'mar']);
    const searches = new TypedSearches<string>();
    searches.type('7', 'marin', 'row', 0);
    expect(searches.release(3999)).toEqual([]);
    expect(searches.release(4000)).toEqual(['row']);
    expect(searches.release(9000)).toEqual([]);
  });

  it('is never lost: every requested text starts a row that is written with it or after it', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (texts) => {
        const rows = typed(texts, 100);
        for (const text of texts) expect(rows.some((row) => row.startsWith(text))).toBe(true);
        expect(rows.length).toBeLessThanOrEqual(texts.length);
      }),
    );
  });
});

describe('list rows', () => {
  it('are counted once each until they are written together', () => {
    const listed = new ListedRows<string>();
    listed.add('7', ['1', '2'], 'row', 0);
    listed.add('7', ['2', '3'], 'later', 1000);
    expect(listed.release(4.9 * MINUTE)).toEqual([]);
    expect(listed.release(5 * MINUTE)).toEqual([{ row: 'row', rows: 3, ids: ['1', '2', '3'] }]);
    expect(listed.release(6 * MINUTE, true)).toEqual([]);
  });
});

it.each([
  [[], '{}'],
  [['7'], '{[7,7]}'],
  [['10', '9', '3', '8', '9', '4'], '{[3,4],[8,10]}'],
  [['x', '5'], '{[5,5]}'],
])('%j are the ranges %s', (ids, ranges) => {
  expect(asRanges(ids)).toBe(ranges);
});
