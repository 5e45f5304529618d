/** Sums of the lines above a row: of all, and since the last total. */
export interface Sums {
  all: number;
  group: number;
  /** Lines since the last total. */
  lines: number;
}

/** What the amount of a totals row is the sum of. `other`: not of lines of this statement, such as a year to date. */
export interface Total {
  cents: number;
  of: 'all' | 'group' | 'first group' | 'other';
}

export interface Labels {
  /** Number, name and the first filled cell. */
  texts: readonly string[];
  /** Number and name are empty. A row with other text needs several lines above it: a single line may have the same amount by chance. */
  isUnlabeled: boolean;
}

const TOTAL_WORD = /^(?:sub)?totals?$|^ytd$/;
const PLAIN_WORD =
  /^(?:(?:sub)?totals?|sub|grand|net|statement|report|commissions?|compensation|amount|paid|payable|payments?|due|earned|ytd|year|to|date|for|of|this|the|month|period|all|policies|lines|\d+)$/;
const STARTS_AS_TOTAL = /^(?:(?:grand|sub)[- ]?)?totals?\b/i;
const SUBTOTAL = /\bsub[- ]?totals?\b|\btotals? (?:for|of|by)\b/i;
const BALANCE = /\bbalance\b/i;
const NOT_OF_LINES = /\b(?:ytd|year[- ]to[- ]date|balance)\b/i;
/** Money of earlier statements that this one settles: always a line. */
const EARLIER = /\b(?:prior|previous|opening|beginning|forward|carried|brought)\b/i;

/** 'Total', 'Grand total:', 'Total commission paid': nothing but words of a total. */
function isPlainTotal(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.some((word) => TOTAL_WORD.test(word)) && words.every((word) => PLAIN_WORD.test(word));
}

/** What starts like a total but says more, such as 'Total for Texas' or a client's name: a total only if it is the sum. */
const mayBeTotal = (text: string): boolean =>
  (STARTS_AS_TOTAL.test(text) || BALANCE.test(text)) && !EARLIER.test(text);

/** The total that a row states; null if the row is not a total. */
export function totalOf({ texts, isUnlabeled }: Labels, cents: number | null, sums: Sums): Total | null {
  const isSum = cents !== null && cents !== 0 && (cents === sums.all || cents === sums.group);
  const label = texts.find(isPlainTotal) ?? (isSum ? texts.find(mayBeTotal) : undefined);
  if (label === undefined && !(isSum && isUnlabeled)) return null;
  return { cents: cents ?? 0, of: cents === null ? 'other' : coverageOf(label ?? '', cents, sums) };
}

function coverageOf(label: string, cents: number, { all, group }: Sums): Total['of'] {
  if (NOT_OF_LINES.test(label)) return 'other';
  if (SUBTOTAL.test(label)) return 'group';
  if (cents !== group || /\bgrand\b/i.test(label)) return 'all';
  return group === all ? 'first group' : 'group';
}

/** The last total of all lines; the sum of the groups if there are only those. */
export function statedTotal(totals: readonly Total[]): number | null {
  const stated = totals.filter(({ of }) => of !== 'other');
  const grand = stated.findLast(({ of }) => of === 'all');
  if (grand) return grand.cents;
  return stated.length === 0 ? null : stated.reduce((sum, { cents }) => sum + cents, 0);
}
