import {
  daysFrom,
  OPPORTUNITY_KINDS,
  TODAY_GROUPS,
  type TodayGroup,
  type TodayKind,
  taskDueText,
} from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import {
  IconCake,
  IconCalendarEvent,
  IconCheckbox,
  IconCreditCard,
  IconCreditCardOff,
  IconFileDollar,
  IconHourglassLow,
  IconInbox,
  IconMailQuestion,
  IconPhoneCall,
  IconReceipt,
  IconShieldCheck,
  IconSignature,
  type TablerIcon,
} from '@tabler/icons-react';
import { dayIn } from '../../domain/today.ts';

// Texts of Today's items, by kind.

/** Context for an item's dates. */
export interface Day {
  /** The day at the brokerage. */
  today: string;
  timeZone: string;
}

interface KindText {
  icon: TablerIcon;
  /** The item's text, with its title. */
  what: (title: string) => string;
  /** The date label: due or since, with a time where there is one. */
  when: (parts: { due: string; since: string; isPast: boolean }) => string;
}

const titled = (label: string) => (title: string) => (title ? `${label}: ${title}` : label);

const KINDS: Record<TodayKind, KindText> = {
  payment_failed: {
    icon: IconCreditCardOff,
    what: titled('Payment failed'),
    when: ({ since }) => `Failed ${since}`,
  },
  link_ending: { icon: IconHourglassLow, what: titled('Link expires'), when: ({ due }) => `Expires ${due}` },
  sign: {
    icon: IconSignature,
    what: (title) => `Sign ${title || 'the form'}`,
    when: ({ since }) => `Received ${since}`,
  },
  follow_up: { icon: IconPhoneCall, what: titled('Follow up'), when: ({ due }) => `Due ${due}` },
  task: { icon: IconCheckbox, what: (title) => title, when: ({ due }) => `Due ${due}` },
  unread: { icon: IconInbox, what: titled('Review'), when: ({ since }) => `Received ${since}` },
  invoice_overdue: { icon: IconReceipt, what: titled('Invoice overdue'), when: ({ due }) => `Due ${due}` },
  unbilled: {
    icon: IconFileDollar,
    what: titled('Ready to invoice'),
    when: ({ since }) => `Signed ${since}`,
  },
  not_opened: {
    icon: IconMailQuestion,
    what: titled('Not opened yet'),
    when: ({ since }) => `Created ${since}`,
  },
  turns_65: { icon: IconCake, what: () => 'Turning 65', when: ({ due }) => due },
  card_expires: {
    icon: IconCreditCard,
    what: () => 'Card expires',
    when: ({ due, isPast }) => `${isPast ? 'Expired' : 'Expires'} ${due}`,
  },
  renewal: {
    icon: IconShieldCheck,
    what: titled('Renew'),
    when: ({ due, isPast }) => `${isPast ? 'Ended' : 'Ends'} ${due}`,
  },
  enrolment: {
    icon: IconCalendarEvent,
    what: (title) => title,
    when: ({ due }) => `Until ${due}`,
  },
};

export const iconOf = ({ kind }: Pick<TodayItem, 'kind'>): TablerIcon => KINDS[kind].icon;

/** The item's text: 'Sign Advisory Agreement'. */
export const whatText = ({ kind, title }: Pick<TodayItem, 'kind' | 'title'>): string =>
  KINDS[kind].what(title);

/** The client of an item; null where it has none. */
export function whoText({
  client_id,
  client_name,
}: Pick<TodayItem, 'client_id' | 'client_name'>): string | null {
  return client_name || (client_id === null ? null : 'Unnamed client');
}

/** 'Sign Advisory Agreement, Ana Ruiz' */
export const itemText = (item: TodayItem): string =>
  [whatText(item), whoText(item)].filter(Boolean).join(', ');

/** The date label: 'Due yesterday', 'Expires tomorrow, 3:00 PM'. */
export function whenText(item: TodayItem, { today, timeZone }: Day): string {
  const { kind, due_day, due_time, since } = item;
  const on = (day: string, time: string | null = null) =>
    taskDueText({ due_day: day, due_time: time, today });
  return KINDS[kind].when({
    due: on(due_day, due_time),
    since: since === null ? '' : on(dayIn(timeZone, new Date(since))),
    isPast: due_day < today,
  });
}

/** The short form of the date: '3 days' since it was due or received, else 'Today, 3:00 PM' or 'Expires tomorrow'. */
export function ageText(item: TodayItem, day: Day): string {
  const age = ageOf(item, day);
  if (age > 0) return age === 1 ? '1 day' : `${age} days`;
  const text = whenText(item, day).replace(/^(Due|Received|Signed|Created|Failed) /, '');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The age of these kinds counts from their start, the age of others from their due date. */
const COUNTED_FROM_START: readonly TodayKind[] = [
  'payment_failed',
  'sign',
  'unread',
  'unbilled',
  'not_opened',
];

/** How many days an item waits; 0 for opportunities and what is due today or later. */
export function ageOf({ kind, due_day, since }: TodayItem, { today, timeZone }: Day): number {
  if (OPPORTUNITY_KINDS.includes(kind)) return 0;
  const start =
    since !== null && COUNTED_FROM_START.includes(kind) ? dayIn(timeZone, new Date(since)) : due_day;
  return Math.max(0, daysFrom(start, today));
}

const GROUP_LABELS: Record<TodayGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  next_7_days: 'Next 7 days',
};
export const GROUPS = TODAY_GROUPS.map((group) => ({ group, label: GROUP_LABELS[group] }));
