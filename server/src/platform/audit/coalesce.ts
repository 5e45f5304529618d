/** Minutes in which the same agent opening the same object produces one row. */
export const OPENED_MINUTES = 15;
const OPENED_MS = OPENED_MINUTES * 60_000;
/** A typed text is complete when nothing was added for this long, or after this long in total. */
const TYPED_MS = 4000;
const MAX_TYPED_MS = 60_000;
/** List rows are counted for this long before they are written. */
const LISTED_MS = 5 * 60_000;
/** The most entries of each kind to remember; the oldest is dropped. */
const MAX_REMEMBERED = 50_000;
const MAX_COUNTED = 50_000;

/** What was opened in the last 15 minutes, with the pending write of its row. */
export class RecentlyOpened {
  readonly #seen = new Map<string, { at: number; recorded: Promise<void> }>();

  /** The pending write of a row that also covers this read; null if the read needs its own row, to be passed to `remember`. */
  find(key: string, now: number): Promise<void> | null {
    const seen = this.#seen.get(key);
    if (!seen || now - seen.at >= OPENED_MS || now < seen.at) return null;
    return seen.recorded;
  }

  /** A row that could not be stored covers nothing. */
  remember(key: string, now: number, recorded: Promise<void>): void {
    this.#seen.delete(key);
    this.#seen.set(key, { at: now, recorded });
    recorded.catch(() => this.#remove(key, recorded));
    for (const [oldest, { at }] of this.#seen) {
      if (this.#seen.size <= MAX_REMEMBERED && now - at < OPENED_MS) break;
      this.#seen.delete(oldest);
    }
  }

  #remove(key: string, recorded: Promise<void>): void {
    if (this.#seen.get(key)?.recorded === recorded) this.#seen.delete(key);
  }
}

interface Typed<Row> {
  row: Row;
  text: string;
  /** The current text, shorter than `text` while the agent deletes letters. */
  latest: string;
  startedAt: number;
  at: number;
}

/**
 * Search texts being typed. The screen sends a request with each letter; the longest text of each sequence of typing is released.
 * Every requested text is a prefix of a released one.
 */
export class TypedSearches<Row> {
  readonly #typed = new Map<string, Typed<Row>>();

  /** Adds a text; returns the row of the previous one if that was another search. */
  type(key: string, text: string, row: Row, now: number): Row[] {
    const before = this.#typed.get(key);
    const goes = before ? next(before, text, now) : null;
    if (before && goes) {
      const isLonger = goes.text !== before.text;
      this.#typed.set(key, { ...before, ...goes, row: isLonger ? row : before.row, at: now });
      return [];
    }
    this.#typed.delete(key);
    this.#typed.set(key, { row, text, latest: text, startedAt: now, at: now });
    const over = this.#typed.size > MAX_REMEMBERED ? this.#oldest() : [];
    return [...(before ? [before] : []), ...over].map(rowOf);
  }

  /** Searches that are complete; all of them at a shutdown. */
  release(now: number, isAll = false): Row[] {
    const ended = [...this.#typed].filter(([, typed]) => isAll || hasEnded(typed, now));
    for (const [key] of ended) this.#typed.delete(key);
    return ended.map(([, typed]) => rowOf(typed));
  }

  #oldest(): Typed<Row>[] {
    const [oldest] = this.#typed;
    if (!oldest) return [];
    this.#typed.delete(oldest[0]);
    return [oldest[1]];
  }
}

const rowOf = <Row>({ row }: Typed<Row>) => row;
const hasEnded = ({ startedAt, at }: { startedAt: number; at: number }, now: number) =>
  now - at >= TYPED_MS || now - startedAt >= MAX_TYPED_MS || now < at;

/** The continued typing with this text, or null if another search starts. */
function next(
  typed: Pick<Typed<unknown>, 'text' | 'latest' | 'startedAt' | 'at'>,
  text: string,
  now: number,
): { text: string; latest: string } | null {
  if (hasEnded(typed, now)) return null;
  const [longest, current] = [typed.text.toLowerCase(), text.toLowerCase()];
  if (current.startsWith(longest)) return { text, latest: text };
  return longest.startsWith(current) ? { text: typed.text, latest: text } : null;
}

interface Listed<Row> {
  row: Row;
  ids: Set<string>;
  more: number;
  startedAt: number;
}

/** List rows that were shown, each counted once until they are written together. */
export class ListedRows<Row> {
  readonly #listed = new Map<string, Listed<Row>>();

  add(key: string, ids: readonly string[], row: Row, now: number): void {
    const listed = this.#listed.get(key) ?? { row, ids: new Set<string>(), more: 0, startedAt: now };
    for (const id of ids) {
      if (listed.ids.size < MAX_COUNTED) listed.ids.add(id);
      else if (!listed.ids.has(id)) listed.more += 1;
    }
    this.#listed.set(key, listed);
  }

  /** Entries that were counted for long enough, with their number of distinct rows; all of them at a shutdown. */
  release(now: number, isAll = false): { row: Row; rows: number; ids: readonly string[] }[] {
    const ended = [...this.#listed].filter(
      ([, { startedAt }]) =>
        isAll || now - startedAt >= LISTED_MS || now < startedAt || this.#listed.size > MAX_REMEMBERED,
    );
    for (const [key] of ended) this.#listed.delete(key);
    return ended.map(([, { row, ids, more }]) => ({ row, rows: ids.size + more, ids: [...ids] }));
  }
}

/** Numbers in PostgreSQL's multirange format, `{[3,5],[9,9]}`: rows of a ledger are mostly adjacent, so it stays short. */
export function asRanges(ids: readonly string[]): string {
  const ranges: [number, number][] = [];
  for (const id of [...new Set(ids.map(Number))].filter(Number.isSafeInteger).sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && id === last[1] + 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return `{${ranges.map(([from, to]) => `[${from},${to}]`).join(',')}}`;
}
