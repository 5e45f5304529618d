import { marked, type Token, type Tokens } from 'marked';
import {
  type Block,
  type Chapter,
  CONTENTS,
  type Guide,
  type GuideLocation,
  type Piece,
} from './src/features/help/guide.ts';

/** Size of a picture in pixels, by its name. */
type Sizes = (file: string) => { width: number; height: number };

const CHAPTER_LINK = /^(?:([\w-]+)\.md)?(?:#([\w-]+))?$/;
const PICTURE = /^pictures\/[\w-]+\.webp$/;

/**
 * Parses the guide from its pages, by name without extension. Supported are text, lists, tables, pictures and links inside the
 * guide. Anything else, especially HTML, is an error: the browser renders this structure and never markup.
 */
export function readGuide(pages: ReadonlyMap<string, string>, sizeOf: Sizes): Guide {
  const contents = pages.get(CONTENTS);
  if (contents === undefined) throw new Error(`the guide has no ${CONTENTS}.md`);
  const first = readChapter(CONTENTS, contents, sizeOf);
  const listed = linksOf(first.blocks).map(({ chapter }) => chapter);
  const order = [...new Set([...listed, ...pages.keys()])].filter(
    (name) => name !== CONTENTS && pages.has(name),
  );
  return { chapters: [first, ...order.map((name) => readChapter(name, pages.get(name) ?? '', sizeOf))] };
}

/** All links in the blocks. */
export function linksOf(blocks: Block[]): GuideLocation[] {
  return piecesOf(blocks).flatMap((piece) => (piece.kind === 'link' ? [piece.to] : []));
}

export function piecesOf(blocks: Block[]): Piece[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.flatMap(piecesOf);
    if (block.kind === 'table') return [block.head, ...block.rows].flat(2);
    return 'pieces' in block ? block.pieces : [];
  });
}

function readChapter(name: string, page: string, sizeOf: Sizes): Chapter {
  const [head, ...tokens] = marked.lexer(page).filter(({ type }) => type !== 'space');
  if (head?.type !== 'heading' || head.depth !== 1)
    throw new Error(`${name}.md does not start with its title`);
  try {
    const blocks = tokens.map((token) => blockOf(token, { name, sizeOf }));
    return { name, title: plainText(head.tokens ?? []), blocks };
  } catch (error) {
    throw new Error(`${name}.md: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Reading {
  name: string;
  sizeOf: Sizes;
}

function blockOf(token: Token, reading: Reading): Block {
  if (isHeading(token)) return headingOf(token);
  if (isList(token))
    return {
      kind: 'list',
      isNumbered: token.ordered,
      items: token.items.map((item) => itemOf(item, reading)),
    };
  if (isTable(token)) {
    const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => piecesIn(tokens, reading));
    return { kind: 'table', head: cells(token.header), rows: token.rows.map(cells) };
  }
  if (token.type === 'blockquote') {
    const [line, ...more] = (token.tokens ?? []).filter(({ type }) => type !== 'space');
    if (line?.type !== 'paragraph' || more.length > 0) throw new Error('a quote must be one paragraph');
    return { kind: 'quote', pieces: piecesIn(tokensOf(line), reading) };
  }
  if (token.type !== 'paragraph' && token.type !== 'text')
    throw new Error(`unsupported Markdown: ${token.raw.trim()}`);
  const [image, ...others] = tokensOf(token);
  if (image && isImage(image)) {
    if (others.length > 0) throw new Error(`a picture must be its own paragraph: ${token.raw.trim()}`);
    if (!PICTURE.test(image.href)) throw new Error(`not a picture of the guide: ${image.href}`);
    return { kind: 'picture', file: image.href, text: image.text, ...reading.sizeOf(image.href) };
  }
  return { kind: 'line', pieces: piecesIn(tokensOf(token), reading) };
}

function headingOf({ depth, tokens }: Tokens.Heading): Block {
  if (depth !== 2 && depth !== 3) throw new Error('headings must be of level 2 or 3');
  const text = plainText(tokens);
  return { kind: 'heading', level: depth, id: idOf(text), text };
}

function itemOf({ tokens }: Tokens.ListItem, reading: Reading): Block[] {
  return tokens.filter(({ type }) => type !== 'space').map((token) => blockOf(token, reading));
}

function piecesIn(tokens: Token[], reading: Reading): Piece[] {
  return tokens.map((token): Piece => {
    if (token.type === 'text' || token.type === 'escape') return { kind: 'plain', text: spaced(token.text) };
    if (token.type === 'strong') return { kind: 'word', text: plainText(tokensOf(token)) };
    if (token.type === 'em') return { kind: 'stress', text: plainText(tokensOf(token)) };
    if (token.type === 'codespan') return { kind: 'key', text: token.text };
    if (token.type === 'link')
      return { kind: 'link', to: locationOf(token.href, reading.name), text: plainText(tokensOf(token)) };
    throw new Error(`unsupported Markdown: ${token.raw.trim()}`);
  });
}

function locationOf(href: string, name: string): GuideLocation {
  const [, chapter = name, section = ''] = CHAPTER_LINK.exec(href) ?? [];
  if (href === '' || !CHAPTER_LINK.test(href)) throw new Error(`a link outside of the guide: ${href}`);
  return { chapter, section };
}

function plainText(tokens: Token[]): string {
  return spaced(
    tokens
      .map((token) => {
        if (token.type !== 'text' && token.type !== 'escape')
          throw new Error(`unsupported Markdown: ${token.raw}`);
        return token.text;
      })
      .join(''),
  );
}

/** Collapses line breaks and repeated spaces. */
const spaced = (text: string) => text.replaceAll(/\s+/g, ' ');

/** The id that GitHub gives a heading, so that links work in both places. */
export function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

const tokensOf = (token: Token): Token[] => ('tokens' in token ? (token.tokens ?? []) : []);
const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';
const isList = (token: Token): token is Tokens.List => token.type === 'list';
const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
const isImage = (token: Token): token is Tokens.Image => token.type === 'image';
