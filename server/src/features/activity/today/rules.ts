import {
  isCalendarDate,
  isInstant,
  TODAY_GROUPS,
  TODAY_KINDS,
  type TodayGroup,
  type TodayKind,
  todayHorizon,
} from '@ledgerline/contract/rules';

/** Kinds whose items are database rows; enrollment periods are derived from the settings. */
export type StoredKind = Exclude<TodayKind, 'enrolment'>;

/** The end date of a snooze that lasts until the cause changes. */
export const DISMISSED_UNTIL = '9999-12-31';

type Part = 'date' | 'timestamptz' | 'text' | 'bigint';

/** The sort keys of the items of each kind; within a kind this order also matches the order of the groups. */
export const ORDER_OF: Record<TodayKind, readonly Part[]> = {
  payment_failed: ['timestamptz', 'bigint'],
  link_ending: ['timestamptz', 'bigint'],
  sign: ['timestamptz', 'bigint'],
  follow_up: ['date', 'bigint'],
  task: ['date', 'text', 'bigint'],
  unread: ['timestamptz', 'bigint'],
  invoice_overdue: ['date', 'bigint'],
  unbilled: ['timestamptz', 'bigint'],
  not_opened: ['timestamptz', 'bigint'],
  turns_65: ['date', 'bigint'],
  card_expires: ['date', 'bigint'],
  renewal: ['date', 'bigint'],
  enrolment: ['bigint'],
};

const PAST: readonly TodayGroup[] = ['overdue', 'today'];

/** The groups in which a kind has items. */
const GROUPS_OF: Record<StoredKind, readonly TodayGroup[]> = {
  payment_failed: PAST,
  link_ending: ['today', 'next_7_days'],
  sign: PAST,
  follow_up: TODAY_GROUPS,
  task: TODAY_GROUPS,
  unread: PAST,
  invoice_overdue: ['overdue'],
  unbilled: PAST,
  not_opened: PAST,
  turns_65: ['today'],
  card_expires: ['today'],
  renewal: ['today'],
};
const STORED_KINDS = TODAY_KINDS.filter((kind): kind is StoredKind => kind !== 'enrolment');

/** Where the items of a kind start or end: at a day, or after an item. */
export type Bound = { day: string } | { position: readonly string[] };

/** The items of a kind from a start to an end. */
export interface KindView {
  kind: StoredKind;
  from: Bound | null;
  to: Bound | null;
}

/** An item of the queue as a cursor for the next page. */
export interface Cursor {
  group: TodayGroup;
  /** Its due date, by which the next 7 days are sorted. */
  day: string;
  kind: TodayKind;
  position: readonly string[];
}

const SHAPES: Record<Part, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?$/,
  text: /^(?:[01]\d:[0-5]\d|2[0-3]:[0-5]\d)?$/,
  bigint: /^\d{1,15}$/,
};

/** The cursor as text for a URL. */
export function cursorText({ group, day, kind, position }: Cursor): string {
  return [group, day, kind, ...position].join('~');
}

/** The parsed cursor; null for a text that was never issued. */
export function readCursor(text: string): Cursor | null {
  const [groupText, day = '', kindText, ...position] = text.split('~');
  const group = TODAY_GROUPS.find((one) => one === groupText);
  const kind = TODAY_KINDS.find((one) => one === kindText);
  if (!group || !kind || !isOf('date', day) || position.length !== ORDER_OF[kind].length) return null;
  const isPosition = ORDER_OF[kind].every((part, at) => isOf(part, position[at] ?? ''));
  return isPosition ? { group, day, kind, position } : null;
}

function isOf(part: Part, value: string): boolean {
  if (!SHAPES[part].test(value)) return false;
  if (part === 'date') return isCalendarDate(value);
  return part !== 'timestamptz' || isInstant(value);
}

type Rank = Pick<Cursor, 'group' | 'day' | 'kind'>;

/** The order of the queue: group, then kind, in the next 7 days by day before that; rows within a kind are already sorted. */
export function compareRanks(one: Rank, other: Rank): number {
  const groups = TODAY_GROUPS.indexOf(one.group) - TODAY_GROUPS.indexOf(other.group);
  if (groups !== 0) return groups;
  const days = one.group === 'next_7_days' ? one.day.localeCompare(other.day) : 0;
  return days || TODAY_KINDS.indexOf(one.kind) - TODAY_KINDS.indexOf(other.kind);
}

/** For each kind, the range of rows that follow an item: of its own kind those after it, of other kinds those from the next group or day on. */
export function viewsAfter(after: Cursor | undefined, days: { today: string; tomorrow: string }): KindView[] {
  if (!after) return STORED_KINDS.map((kind) => ({ kind, from: null, to: null }));
  return STORED_KINDS.flatMap((kind): KindView[] => {
    if (kind === after.kind) return [{ kind, from: { position: after.position }, to: null }];
    const group = GROUPS_OF[kind].find(
      (one) => compareRanks({ group: one, day: after.day, kind }, after) > 0,
    );
    if (group) {
      const day = group === after.group && group === 'next_7_days' ? after.day : dayOf(group, days);
      return [
        { kind, from: group === GROUPS_OF[kind][0] && group !== 'next_7_days' ? null : { day }, to: null },
      ];
    }
    // Kinds that sort before it follow on the next day.
    if (after.group !== 'next_7_days' || !GROUPS_OF[kind].includes('next_7_days')) return [];
    return [{ kind, from: { day: todayHorizon(after.day, 1) }, to: null }];
  });
}

/** Each kind in each of its groups. */
export function viewsOfGroups(days: {
  today: string;
  tomorrow: string;
}): (KindView & { group: TodayGroup })[] {
  return STORED_KINDS.flatMap((kind) => {
    const groups = GROUPS_OF[kind];
    return groups.map((group, at) => {
      const next = groups[at + 1];
      return {
        ...{ kind, group },
        from: at === 0 ? null : { day: dayOf(group, days) },
        to: next ? { day: dayOf(next, days) } : null,
      };
    });
  });
}

const dayOf = (group: TodayGroup, { today, tomorrow }: { today: string; tomorrow: string }): string =>
  group === 'next_7_days' ? tomorrow : today;
