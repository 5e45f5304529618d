import bidiFactory from 'bidi-js';
import { ClusterLevel, Direction, Buffer as ShapingBuffer, shape } from 'harfbuzzjs';
import { boxFont, fontFor, hasGlyph, type TextFont } from './fonts.ts';

/** One positioned glyph; lengths in thousandths of the font size. */
export interface Glyph {
  font: TextFont;
  id: number;
  /** The characters it represents. */
  text: string;
  advance: number;
  dx: number;
  dy: number;
}

/** A line of text in visual order, from left to right. */
export interface ShapedLine {
  glyphs: readonly Glyph[];
  width: number;
  /** Some character is drawn as a box because no font has it. */
  hasBoxes: boolean;
}

/** Replaces a character that no font has; copied text still contains the original character. */
const BOX = '\u25a1';
/** The text of a glyph that adds nothing to its neighbors' characters; without an entry, some readers invent a letter. */
const NOTHING = '\u200b';
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const ISOLATES = /[\u2066-\u2069]/u;
// The package is the factory itself; its types describe a module with a default export.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const buffer = new ShapingBuffer();

interface Character {
  /** Its position in the line. */
  start: number;
  text: string;
  /** Undefined if no font has the character. */
  font: TextFont | undefined;
  level: number;
}

/** Shapes one line: bidirectional reordering, ligatures, mark positioning. */
export function shapeLine(line: string): ShapedLine {
  const characters = inVisualOrder(line, charactersOf(line));
  const glyphs: Glyph[] = [];
  for (let from = 0; from < characters.length; ) {
    const run = runFrom(characters, from);
    glyphs.push(...shapeRun(run));
    from += run.length;
  }
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  return { glyphs, width, hasBoxes: characters.some(({ font }) => font === undefined) };
}

/** Isolates a name within a sentence: its direction does not reorder what follows it. */
export function isolated(name: string): string {
  return `\u2068${name.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`;
}

/** Whether the text is read from right to left. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text) && bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1;
}

function charactersOf(line: string): Character[] {
  const levels = RIGHT_TO_LEFT.test(line) ? bidi.getEmbeddingLevels(line, 'auto').levels : undefined;
  const characters: Character[] = [];
  let start = 0;
  let before: TextFont | undefined;
  for (const text of line) {
    const font = fontAfter(before, text);
    if (!ISOLATES.test(text)) characters.push({ start, text, font, level: levels?.[start] ?? 0 });
    before = font ?? before;
    start += text.length;
  }
  return characters;
}

/** Marks, spaces and the like use the font of the preceding letters if it has them; joiners need no glyph at all. */
function fontAfter(before: TextFont | undefined, text: string): TextFont | undefined {
  const isCommon = /[\p{Script=Common}\p{Script=Inherited}]/u.test(text);
  if (before && isCommon && hasGlyph(before, text)) return before;
  const font = fontFor(text);
  return font ?? (/\p{Default_Ignorable_Code_Point}/u.test(text) ? (before ?? boxFont()) : undefined);
}

function inVisualOrder(line: string, characters: Character[]): Character[] {
  if (characters.every(({ level }) => level === 0)) return characters;
  const byStart = new Map(characters.map((character) => [character.start, character]));
  const order = bidi.getReorderedIndices(line, bidi.getEmbeddingLevels(line, 'auto'));
  return order.flatMap((index) => byStart.get(index) ?? []);
}

/** The characters from that position that are shaped together; boxes are shaped alone. */
function runFrom(characters: readonly Character[], from: number): Character[] {
  const first = characters[from];
  const end = characters.findIndex(
    ({ font, level }, at) =>
      at > from && (font === undefined || font !== first?.font || level !== first.level),
  );
  return characters.slice(from, end === -1 ? undefined : end);
}

function shapeRun(run: readonly Character[]): Glyph[] {
  const [first] = run;
  if (!first) return [];
  const { font } = first;
  if (font === undefined) return [boxFor(first.text)];
  const isRightToLeft = first.level % 2 === 1;
  const logical = isRightToLeft ? run.toReversed() : run;
  buffer.reset();
  buffer.addText(logical.map(({ text }) => text).join(''));
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR);
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
  buffer.guessSegmentProperties();
  shape(font.font, buffer);
  return glyphsOf(font, logical, isRightToLeft);
}

function glyphsOf(font: TextFont, run: readonly Character[], isRightToLeft: boolean): Glyph[] {
  const infos = buffer.getGlyphInfosAndPositions();
  const text = run.map((character) => character.text).join('');
  const texts = textsOf(
    isRightToLeft ? infos.map(({ cluster }) => cluster).reverse() : infos.map(({ cluster }) => cluster),
    text,
  );
  if (isRightToLeft) texts.reverse();
  const scale = 1000 / font.unitsPerEm;
  return infos.map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }, at) => ({
    font,
    id: codepoint,
    text: texts[at] ?? NOTHING,
    advance: xAdvance * scale,
    dx: xOffset * scale,
    dy: yOffset * scale,
  }));
}

/** The characters of each glyph, from the clusters in reading order: one each, and the rest of a cluster for its last glyph. */
function textsOf(clusters: readonly number[], text: string): string[] {
  return clusters.map((cluster, at) => {
    const end = clusters.slice(at).find((other) => other !== cluster) ?? text.length;
    const nth = at - clusters.indexOf(cluster);
    const characters = [...text.slice(cluster, end)];
    const isLast = clusters[at + 1] !== cluster;
    return (isLast ? characters.slice(nth).join('') : characters[nth]) || NOTHING;
  });
}

function boxFor(text: string): Glyph {
  const font = boxFont();
  const id = font.font.nominalGlyph(BOX.codePointAt(0) ?? 0) ?? 0;
  const advance = (font.font.glyphHAdvance(id) * 1000) / font.unitsPerEm;
  return { font, id, text, advance, dx: 0, dy: 0 };
}
