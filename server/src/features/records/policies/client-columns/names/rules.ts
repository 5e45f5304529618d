import { CARRIER_COLUMNS } from '@ledgerline/contract/policies/client-columns/columns';
import { foldText } from '@ledgerline/contract/rules';
import type { PolicyLine } from '@ledgerline/contract/rules/policies';

/** What people write instead of a plan. */
const NO_PLAN = new Set([
  ...[
    'n/a',
    'na',
    'none',
    'no',
    'nope',
    'nil',
    'null',
    'no plan',
    'nothing',
    'x',
    'xx',
    'xxx',
    'tbd',
    'unknown',
  ],
  ...['not applicable', 'declined', 'waived', 'uninsured', 'ninguno', 'ninguna', 'nenhum', 'sin plan'],
]);

/** A text without letters, such as "-" or an amount, or one that says that there is no plan. */
export function isNoPlan(text: string): boolean {
  const folded = foldText(text).replace(/[.!?]+$/, '');
  return !/\p{L}/u.test(folded) || NO_PLAN.has(folded);
}

/** Marks that people write between two plans in one cell. */
export const mayBeSeveral = (name: string): boolean => /[;|]|\s[/+]\s/.test(name);

/** ' oscar silver 70 ': whole words can be found in it. */
const wordsOf = (text: string): string =>
  ` ${foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Words in plan names that determine the Medicare line. */
const MEDICARE_LINES: readonly [string, PolicyLine | null][] = [
  [' medicare advantage ', 'medicare_advantage'],
  [' medicare supplement ', 'medigap'],
  [' medigap ', 'medigap'],
  [' part d ', 'part_d'],
  [' medicare ', null],
];

/** The line that a plan's name determines, null if it may be several Medicare lines, undefined if it is not a Medicare plan. */
export function medicareLineIn(name: string): PolicyLine | null | undefined {
  const text = wordsOf(name);
  return MEDICARE_LINES.find(([words]) => text.includes(words))?.[1];
}

export interface NamedCarriers {
  /** The carriers that a plan's name contains, without those that are part of a longer one. */
  in: (name: string) => string[];
  /** Whether it contains the carrier of a column. */
  isNamedIn: (name: string, carrier: string) => boolean;
}

const MAX_CACHED = 10_000;

/** Finds carriers in plan names: those of the columns and `used`, those of existing policies, as they are written there. */
export function namedCarriers(used: readonly string[]): NamedCarriers & { all: string[] } {
  const byWords = new Map<string, string>();
  for (const carrier of [...used, ...CARRIER_COLUMNS.map((column) => column.carrier)]) {
    const words = wordsOf(carrier);
    if (words.trim() !== '' && !byWords.has(words)) byWords.set(words, carrier);
  }
  // Many clients have the same plan.
  const cache = new Map<string, { words: ReadonlySet<string>; carriers: string[] }>();
  function find(name: string) {
    const known = cache.get(name);
    if (known) return known;
    if (cache.size >= MAX_CACHED) cache.clear();
    const text = wordsOf(name);
    const found = [...byWords.keys()].filter((words) => text.includes(words));
    const longest = found.filter((words) => !found.some((other) => other !== words && other.includes(words)));
    const entry = { words: new Set(found), carriers: longest.map((words) => byWords.get(words) ?? '') };
    cache.set(name, entry);
    return entry;
  }
  const columns = new Map(CARRIER_COLUMNS.map(({ carrier }) => [carrier, wordsOf(carrier)]));
  return {
    all: [...byWords.values()].sort((a, b) => a.localeCompare(b)),
    in: (name) => find(name).carriers,
    isNamedIn: (name, carrier) => find(name).words.has(columns.get(carrier) ?? ''),
  };
}
