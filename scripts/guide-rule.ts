import { linksOf, piecesOf } from '../web/guide-text.ts';
import { type Block, CONTENTS, type Guide, textOf } from '../web/src/features/help/guide.ts';
import { OPEN } from './screen-texts.ts';

/** What the guide is compared with. */
interface Product {
  /** All texts that the portal may show, with OPEN for inserted values (`screen-texts.ts`). */
  texts: Iterable<string>;
  /** Bytes of each picture, by its path in docs/guide. */
  pictures: ReadonlyMap<string, number>;
}

/** The guide's placeholder for text that varies. */
const GAP = '…';
/** A text with placeholders needs this many letters of its own; otherwise it would match anything. */
const MIN_LETTERS = 4;
const MAX_BYTES = 120 * 1024;

/**
 * Problems of the guide: bold or quoted texts that no screen shows, broken links, and chapters and pictures that nothing
 * references.
 */
export function guideProblems({ chapters }: Guide, { texts, pictures }: Product): string[] {
  const isShown = shownIn(texts);
  const sections = new Map(chapters.map(({ name, blocks }) => [name, headingsOf(blocks)]));
  const listed = new Set(linksOf(chapters[0]?.blocks ?? []).map(({ chapter }) => chapter));
  const shown = new Set<string>();
  const problems = chapters.flatMap(({ name, blocks }) => {
    const headings = sections.get(name) ?? [];
    const pieces = piecesOf(blocks);
    for (const { file } of picturesOf(blocks)) shown.add(file);
    return [
      ...(name === CONTENTS || listed.has(name) ? [] : ['is missing from the table of contents']),
      ...headings.filter((id, at) => headings.indexOf(id) < at).map((id) => `two sections have the id ${id}`),
      ...[...textsOf(pieces), ...quotesOf(blocks)]
        .filter((quote) => !isShown(quote))
        .map((quote) => `no screen contains “${quote}”`),
      ...linksOf(blocks)
        .filter(({ chapter, section }) => {
          return !sections.has(chapter) || (section !== '' && !sections.get(chapter)?.includes(section));
        })
        .map(({ chapter, section }) => `broken link: ${chapter}.md#${section}`),
      ...picturesOf(blocks)
        .filter(({ text }) => text.length < MIN_LETTERS)
        .map(({ file }) => `${file} has no description`),
    ].map((problem) => `docs/guide/${name}.md: ${problem}`);
  });
  const unused = [...pictures.keys()].filter((file) => !shown.has(file));
  const heavy = [...pictures].filter(([, bytes]) => bytes > MAX_BYTES);
  return [
    ...problems,
    ...unused.map((file) => `docs/guide/${file}: used in no chapter`),
    ...heavy.map(([file]) => `docs/guide/${file}: larger than ${MAX_BYTES / 1024} KB`),
  ];
}

type Picture = Block & { kind: 'picture' };

function picturesOf(blocks: Block[]): Picture[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(picturesOf);
    return block.kind === 'picture' ? [block] : [];
  });
}

function headingsOf(blocks: Block[]): string[] {
  return blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []));
}

function textsOf(pieces: ReturnType<typeof piecesOf>): string[] {
  return pieces.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []));
}

function quotesOf(blocks: Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(quotesOf);
    return block.kind === 'quote' ? [textOf(block)] : [];
  });
}

/** Checks whether a quote of the guide is a complete text of a screen. */
function shownIn(texts: Iterable<string>): (quote: string) => boolean {
  const complete = new Set<string>();
  const open: string[][] = [];
  for (const text of texts) {
    // Placeholders of the clients' texts, and values inserted by code.
    const plain = straight(text).replaceAll(/\{\w+\}/g, OPEN);
    if (!plain.includes(OPEN)) complete.add(plain);
    else if (plain.replaceAll(/[^\p{L}]/gu, '').length >= MIN_LETTERS) open.push(plain.split(OPEN));
  }
  return (quote) => {
    const plain = straight(quote);
    if (complete.has(plain) || open.some((parts) => fits(plain, parts))) return true;
    const parts = plain.split(GAP);
    return parts.length > 1 && [...complete].some((text) => fits(text, parts));
  };
}

/** Whether a text consists of these parts in this order, with at least one character between them. */
function fits(text: string, [head = '', ...parts]: string[]): boolean {
  const end = parts.pop();
  if (end === undefined) return text === head;
  if (!text.startsWith(head) || !text.endsWith(end)) return false;
  let at = head.length;
  for (const part of parts) {
    const found = text.indexOf(part, at + 1);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at < text.length - end.length;
}

/** Code and guide may use straight or curly apostrophes. */
const straight = (text: string) => text.replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
