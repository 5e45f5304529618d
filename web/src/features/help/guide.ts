/** An inline element: plain text, a screen label, a key or a link within the guide. */
export type Piece =
  | { kind: 'plain' | 'word' | 'key' | 'stress'; text: string }
  | { kind: 'link'; to: GuideLocation; text: string };

/** A chapter and, optionally, a section by its heading id. */
export interface GuideLocation {
  chapter: string;
  section: string;
}

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'line'; pieces: Piece[] }
  /** Verbatim text of the portal. */
  | { kind: 'quote'; pieces: Piece[] }
  | { kind: 'list'; isNumbered: boolean; items: Block[][] }
  | { kind: 'table'; head: Piece[][]; rows: Piece[][][] }
  | { kind: 'picture'; file: string; text: string; width: number; height: number };

export interface Chapter {
  /** The file name without its extension; CONTENTS for the first page. */
  name: string;
  title: string;
  blocks: Block[];
}

/** The chapters in the order of the contents page, which comes first (`web/guide-text.ts`). */
export interface Guide {
  chapters: Chapter[];
}

export const CONTENTS = 'README';

/** Link to a chapter or section. */
export function linkTo({ chapter, section }: GuideLocation): { to: string; hash: string } {
  return { to: chapter === CONTENTS ? '/crm/help' : `/crm/help/${chapter}`, hash: section };
}

/** A second-level heading with its content. */
interface Section extends GuideLocation {
  title: string;
  text: string;
}

export function sectionsOf({ name, title, blocks }: Chapter): Section[] {
  const sections: Section[] = [{ chapter: name, section: '', title, text: '' }];
  for (const block of blocks) {
    const last = sections.at(-1);
    if (block.kind === 'heading' && block.level === 2)
      sections.push({ chapter: name, section: block.id, title: block.text, text: '' });
    else if (last) last.text = `${last.text} ${textOf(block)}`.trim();
  }
  return sections;
}

/** The full text of a block. */
export function textOf(block: Block): string {
  const joined = (pieces: Piece[]) => pieces.map(({ text }) => text).join('');
  switch (block.kind) {
    case 'heading':
    case 'picture':
      return block.text;
    case 'list':
      return block.items.map((item) => item.map(textOf).join(' ')).join(' ');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(joined).join(' ')).join(' ');
    default:
      return joined(block.pieces);
  }
}
