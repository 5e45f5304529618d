import { PDF, rgb } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { fontFor } from './fonts.ts';
import { isolated, isRightToLeft, shapeLine } from './shape.ts';
import { TextWriter } from './text-writer.ts';

const SPOT = { x: 54, size: 12, color: rgb(0, 0, 0) };

/** A document with these lines, and the text that a reader copies from it. */
async function written(lines: readonly string[], from?: Uint8Array) {
  const pdf = from ? await PDF.load(from) : PDF.create();
  const page = from ? pdf.getPages()[0] : pdf.addPage({ size: 'letter' });
  if (!page) throw new Error('the document has no page');
  const writer = new TextWriter(pdf);
  for (const [at, line] of lines.entries()) writer.draw(page, line, { ...SPOT, y: 740 - at * 24 });
  const bytes = await writer.save();
  const text = (await PDF.load(bytes)).getPages()[0]?.extractText().text ?? '';
  return { bytes, text, hasBoxes: writer.hasBoxes };
}

/** The font files of a document, by the names that readers list. */
const fontsIn = async (bytes: Uint8Array) =>
  [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/[A-Z]{6}\+(\w+)/g),
  ].map(([, name]) => name);

const backwards = (text: string) => [...text].reverse().join('');

describe('text in a PDF', () => {
  it.each([
    ['Latin', 'Łódź Ñuñoa São Tomé Çelik Ğİşöü Őű Žižek Ærø ẞ'],
    ['Vietnamese', 'Nguyễn Thị Ánh Tuyết Đặng Phượng'],
    ['composed of letters and marks', 'Nguye\u0302\u0303n'],
    ['Cyrillic', 'Київ Їжак Ёлкин Ђорђевић Ұлықбек'],
    ['Greek', 'Αθήνα Ἀριστοτέλης'],
    ['Chinese', '李小龍 王伟'],
    ['Japanese', '山田太郎 タナカ ひらがな'],
    ['Korean', '김민준 이서연'],
    ['Korean of single letters', '김'.normalize('NFD')],
    ['mixed', 'Anna Анна 김 李 Ng'],
  ])('that is %s is copied unchanged', async (_, text) => {
    const { text: copied, hasBoxes } = await written([text]);
    expect([copied.trim(), hasBoxes]).toEqual([text.normalize('NFC'), false]);
  });

  it.each([
    ['Hebrew', 'דוד בן־גוריון'],
    ['Arabic', 'محمد يوسف'],
    ['Persian', 'پژمان گچی'],
    ['Urdu', 'ٹڈڑے'],
  ])('that is %s runs from right to left', async (_, text) => {
    const { text: copied, hasBoxes } = await written([text]);
    expect([copied.trim(), hasBoxes]).toEqual([backwards(text), false]);
    expect(isRightToLeft(text)).toBe(true);
  });

  it('joins Arabic letters, with ligatures where the script requires them', () => {
    const alone = (letter: string) => fontFor(letter)?.font.nominalGlyph(letter.codePointAt(0) ?? 0);
    const { glyphs } = shapeLine('محمد');
    expect(glyphs.map(({ text }) => text)).toEqual(['د', 'م', 'ح', 'م']);
    expect(glyphs.filter(({ id, text }) => id === alone(text))).toEqual([]);
    expect(shapeLine('لا').glyphs.map(({ text }) => text)).toEqual(['لا']);
  });

  it('keeps the text after a name of the other direction in order', async () => {
    const { text } = await written([`Signed by ${isolated('محمد')}, 11/20/2026`]);
    expect(text.trim()).toBe(`Signed by ${backwards('محمد')}, 11/20/2026`);
  });

  it('draws a box for a character that no font has, which is copied as the original character', async () => {
    const { text, hasBoxes } = await written(['Ana 😀 𐎠 Ng']);
    expect([text.trim(), hasBoxes]).toEqual(['Ana 😀 𐎠 Ng', true]);
    const boxes = shapeLine('😀𐎠').glyphs.map(({ id, font }) => [font.name, id]);
    expect(boxes[0]).toEqual(boxes[1]);
  });

  it('ignores control characters that change its direction or break its line', async () => {
    const { text, hasBoxes } = await written(['Ann\u202e\u200b txt.exe\u0007\u2066 x\ud800y']);
    expect([text.trim().replaceAll(/ +/g, ' '), hasBoxes]).toEqual(['Ann txt.exe x\ufffdy', true]);
  });

  it('accepts every character', async () => {
    const all = Array.from({ length: 0x3000 / 16 }, (_, at) =>
      Array.from({ length: 16 }, (_, nth) => String.fromCodePoint(at * 16 * 5 + nth * 5)).join(''),
    );
    const { bytes } = await written(all.slice(0, 700));
    expect((await PDF.load(bytes)).getPageCount()).toBe(1);
  });

  it('embeds only the fonts it needs, reduced to the used glyphs', async () => {
    const { bytes } = await written(['Ann Smith']);
    expect(new Set(await fontsIn(bytes))).toEqual(new Set(['LiberationSans']));
    expect(bytes.length).toBeLessThan(20_000);
    const many = await written(['Ann محمد 김']);
    expect(many.bytes.length).toBeLessThan(40_000);
  });

  it('leaves existing fonts of a document written here before unchanged', async () => {
    const before = await written(['Ann']);
    const { text } = await written(['', '', 'Bob 李'], before.bytes);
    expect(text).toContain('Ann');
    expect(text).toContain('Bob 李');
  });
});

describe('wrapped lines', () => {
  const writer = new TextWriter(PDF.create());

  it.each([
    ['words', 'one two three', ['one two', 'three']],
    ['ideographs', '山田太郎山田太郎', ['山田太郎', '山田太郎']],
    ['a word that is too long', 'incomprehensibilities', ['incompre', 'hensibiliti', 'es']],
    ['existing line breaks', 'one\r\ntwo\n\nthree', ['one', 'two', '', 'three']],
    ['nothing', '', ['']],
  ])('are correct for %s', (_, text, lines) => {
    expect(writer.lines(text, 12, 50)).toEqual(lines);
  });

  it('are never too wide, and lose nothing', () => {
    const text = 'محمد عبد الله الأحمد Nguyễn 山田太郎 김민준 Llanfairpwllgwyngyllgogerychwyrndrobwll';
    const lines = writer.lines(text, 10, 60);
    expect(lines.filter((line) => writer.width(line, 10) > 60.01)).toEqual([]);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  });
});
