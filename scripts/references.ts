/** The numbers that docs/specification defines, and those of the decision records. */
interface Defined {
  sections: ReadonlySet<string>;
  requirements: ReadonlySet<string>;
  design: ReadonlySet<string>;
  decisions: ReadonlySet<string>;
  records: ReadonlySet<string>;
}

type Kind = keyof Defined;

const LETTER = '[A-Z][1-9]\\d?';
const listOf = (item: string) => `${item}(?:(?:, | and | to )${item})*`;

/** How each kind is defined: by its own heading, a requirement by the first cell of its row. */
const DEFINITIONS = {
  sections: /^#{2,3} ([01]§\d+(?:\.\d+)?) /gm,
  requirements: /^\| ([A-Z]{2}-\d{3}) \|/gm,
  design: /^## DESIGN (\d+) /gm,
  decisions: /^### ([A-Z]\d+) /gm,
};

/** The valid form of each kind. Several decisions or records may follow the word. */
const FORMS: [Kind, RegExp][] = [
  ['sections', /(?<![\w§])([01]§\d+(?:\.\d+)?)/g],
  ['requirements', /\b([A-Z]{2}-\d{3})\b(?!-)/g],
  ['design', /\bDESIGN (\d+)\b/g],
  ['decisions', new RegExp(`\\b[Dd]ecisions (${listOf(LETTER)})\\b`, 'g')],
  ['records', new RegExp(`\\b[Dd]ecisions? (${listOf('\\d{3}')})\\b`, 'g')],
];

/** Invalid references: what still looks like one after the valid forms are removed. */
const UNKNOWN_FORMS: [RegExp, string][] = [
  [/\S*§\S*/g, 'a section is written 0§5 or 1§7.2'],
  [/\bDESIGN\b.{0,12}/g, 'a section of the design is written DESIGN 5'],
  [new RegExp(`\\b[Dd]ecisions?[ /]${LETTER}\\b`, 'g'), 'a decision is written decisions K12'],
  [/\bdecisions?\/\d{3}\b(?!-)/g, 'a decision record is written decision 022'],
  [/\b[Ii]ssue \d+|\b(?:style|ui)\.md\b|\brequirements\.tsv\b/g, 'a document outside the repository'],
];
const BARE = new RegExp(`\\b${LETTER}\\b`, 'g');
const BARE_MESSAGE = 'a decision needs the word decisions before it';

const COMMENT = /(?<![^\s{(,])\/\*[\s\S]*?\*\/|(?:(?<=^|[\s;,])\/\/.*\n?[ \t]*)+/gm;
const CODE_IN_TEXT = /```[\s\S]*?```|`[^`\n]*`|\]\([^)\s]*\)|^### [A-Z]\d+ /gm;
/** A list that continues on the next line, inside or outside of a comment. */
const LIST_BREAK = /(,|\b(?:decisions|and|to|DESIGN))\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g;

/** The definitions in the pages and the record files; `twice` lists duplicates. */
export function definitionsOf(pages: Iterable<string>, recordFiles: Iterable<string>) {
  const none = () => new Set<string>();
  const defined = {
    sections: none(),
    requirements: none(),
    design: none(),
    decisions: none(),
    records: none(),
  };
  const twice: string[] = [];
  for (const page of pages) {
    for (const kind of ['sections', 'requirements', 'design', 'decisions'] as const) {
      for (const [, name = ''] of page.matchAll(DEFINITIONS[kind])) {
        if (defined[kind].has(name)) twice.push(name);
        defined[kind].add(name);
      }
    }
  }
  for (const file of recordFiles) {
    const number = /^(\d{3})-/.exec(file)?.[1];
    if (number) defined.records.add(number);
  }
  return { defined, twice };
}

/** The two-letter prefixes of requirements. */
const areasOf = (defined: Defined) => new Set([...defined.requirements].map((id) => id.slice(0, 2)));

/** All references in a text with their kinds, and the text without them. */
function extractReferences(text: string, defined: Defined) {
  const areas = areasOf(defined);
  const references: [Kind, string][] = [];
  let rest = text.replace(LIST_BREAK, '$1 ');
  for (const [kind, form] of FORMS) {
    rest = rest.replace(form, (written, names: string) => {
      if (kind === 'requirements' && !areas.has(names.slice(0, 2))) return written;
      for (const name of names.split(/, | and | to /)) references.push([kind, name]);
      return '';
    });
  }
  return { references, rest };
}

/**
 * Decisions without the word before them: anywhere in prose, and in code only in parentheses that contain nothing else.
 */
function bareDecisions(file: string, text: string, defined: Defined): string[] {
  const without = (part: string) => extractReferences(part, defined).rest;
  const isText = file.endsWith('.md');
  const texts = isText ? [text] : (text.match(COMMENT) ?? []);
  const bare = texts.flatMap((part) => without(part.replace(CODE_IN_TEXT, ' ')).match(BARE) ?? []);
  const code = isText ? '' : without(text.replace(COMMENT, '\n'));
  for (const [, inside = ''] of code.matchAll(/ \(([^()\n]*)\)/g)) {
    const parts = inside.split(/[,;] | to | and /);
    if (parts.every((part) => new RegExp(`^(?:${LETTER})?$`).test(part))) bare.push(...parts.filter(Boolean));
  }
  return bare.filter((name) => defined.decisions.has(name));
}

/** Resolves the references of a file; returns their number and problems. */
export function followReferences(file: string, text: string, defined: Defined) {
  const { references, rest } = extractReferences(text, defined);
  const problems = references
    .filter(([kind, name]) => !defined[kind].has(name))
    .map(([kind, name]) => `${file}: ${kind} has no ${name}`);
  const short = new RegExp(`\\b(?:${[...areasOf(defined)].join('|')})-\\d+\\b(?!-)`, 'g');
  for (const [form, message] of [...UNKNOWN_FORMS, [short, 'a requirement is written PF-013'] as const]) {
    for (const [written] of rest.matchAll(form)) problems.push(`${file}: "${written}": ${message}`);
  }
  for (const name of bareDecisions(file, text, defined)) {
    problems.push(`${file}: "${name}": ${BARE_MESSAGE}`);
  }
  return { followed: references.length, problems };
}
