import { foldText } from '@ledgerline/contract/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();

/** Texts as folded by the database. */
async function folded(texts: string[]): Promise<string[]> {
  const rows = await t.current.deps.database.arrays<[string]>(
    'select fold_text(text) from unnest($1::text[]) with ordinality as each (text, position) order by position',
    [texts],
  );
  return rows.map(([text]) => text);
}

/** The characters in the Unicode version of the database; Node may know a newer one. */
async function knownToDatabase(characters: string[]): Promise<string[]> {
  const rows = await t.current.deps.database.arrays<[string]>(
    'select text from unnest($1::text[]) with ordinality as each (text, position) where unicode_assigned(text) order by position',
    [characters],
  );
  return rows.map(([text]) => text);
}

/** Letters, marks, digits, signs, blanks and invisible characters; without private, unassigned and control characters. */
const CHARACTER = /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]/u;
const ALL_CHARACTERS = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => CHARACTER.test(character));

describe('fold_text of the database', () => {
  it('folds every character of Unicode as foldText does', async () => {
    const CHUNK = 100;
    const characters = await knownToDatabase(ALL_CHARACTERS);
    expect(characters.length).toBeGreaterThan(150_000);
    const chunks = Array.from({ length: Math.ceil(characters.length / CHUNK) }, (_, position) =>
      characters.slice(position * CHUNK, (position + 1) * CHUNK),
    );
    const texts = chunks.map((chunk) => `[${chunk.join('x')}]`);
    const stored = await folded(texts);
    const differing = chunks.flatMap((chunk, position) =>
      stored[position] === foldText(texts[position] ?? '') ? [] : chunk,
    );
    const singles = await folded(differing.map((character) => `a${character}b`));
    const wrong = differing.filter((character, position) => singles[position] !== foldText(`a${character}b`));
    expect(wrong.map((character) => character.codePointAt(0)?.toString(16))).toEqual([]);
    expect(differing).toEqual([]);
  });

  it('folds any text as foldText does', async () => {
    const odd = fc.constantFrom(...'Aá\u0301ñ’`´“‐–—ßẞİıΣςŁﬁＡ\u00a0\u200b\u2028 \t\n\'"-中김कि'.split(''));
    const text = fc.oneof(fc.string({ unit: odd, maxLength: 12 }), fc.string({ unit: 'grapheme' }));
    const known = new Set(await knownToDatabase(ALL_CHARACTERS));
    const isKnown = (each: string) =>
      [...each].every((character) => known.has(character) || /\s/.test(character));
    const texts = fc.sample(text, 3000).filter(isKnown);
    expect(await folded(texts)).toEqual(texts.map(foldText));
  });

  it('returns null for null', async () => {
    expect(await t.current.deps.database.query('select fold_text(null) as text')).toEqual([{ text: null }]);
  });

  it('works where PostgreSQL builds and analyzes indexes, with no schema but its own in the search path', async () => {
    const { database } = t.current.deps;
    const [row] = await database.transaction(async (db) => {
      await db.query('set local search_path = pg_catalog');
      return db.query("select public.fold_text('Núñez') as text");
    });
    expect(row).toEqual({ text: 'nunez' });
  });
});
