import {
  isCalendarDate,
  isInstant,
  TODAY_GROUPS,
  TODAY_KINDS,
  type TodayGroup,
  type TodayKind,
} from '@ledgerline/contract/rules';

/** Kinds whose items are database rows; enrollment periods are derived from the settings. */
export type StoredKind = Exclude<TodayKind, 'enrolment'>;

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
export function cursorText({ group, kind, position }: Cursor): string {
  return [group, kind, ...position].join('~');
}

/** The parsed cursor; null for a text that was never issued. */
export function readCursor(text: string): Cursor | null {
  const [groupText, kindText, ...position] = text.split('~');
  const group = TODAY_GROUPS.find((one) => one === groupText);
  const kind = TODAY_KINDS.find((one) => one === kindText);
  if (!group || !kind || position.length !== ORDER_OF[kind].length) return null;
  const isPosition = ORDER_OF[kind].every((part, at) => isOf(part, position[at] ?? ''));
  return isPosition ? { group, kind, position } : null;
}

function isOf(part: Part, value: string): boolean {
  if (!SHAPES[part].test(value)) return false;
  if (part === 'date') return isCalendarDate(value);
  return part !== 'timestamptz' || isInstant(value);
}

/** The order of the queue: group, then kind; rows within a kind are already sorted. */
export function rankOf({ group, kind }: Pick<Cursor, 'group' | 'kind'>): number {
  return TODAY_GROUPS.indexOf(group) * TODAY_KINDS.length + TODAY_KINDS.indexOf(kind);
}

/** What of each kind follows an item: of its own kind the rows after it, of others from the group whose turn is next. */
export function viewsAfter(after: Cursor | undefined, days: { today: string; tomorrow: string }): KindView[] {
  if (!after) return STORED_KINDS.map((kind) => ({ kind, from: null, to: null }));
  return STORED_KINDS.flatMap((kind): KindView[] => {
    if (kind === after.kind) return [{ kind, from: { position: after.position }, to: null }];
    const group = GROUPS_OF[kind].find((one) => rankOf({ group: one, kind }) > rankOf(after));
    if (!group) return [];
    return [{ kind, from: group === GROUPS_OF[kind][0] ? null : { day: dayOf(group, days) }, to: null }];
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
