import { TODAY_GROUPS, type TodayGroup, type TodayKind, taskDueText } from '@ledgerline/contract/rules';
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
  IconSignature,
  type TablerIcon,
} from '@tabler/icons-react';
import { dayIn } from '../../domain/today.ts';

// What Today says of each kind of line, by name.

/** What a line's words need of the day. */
export interface Day {
  /** The day at the brokerage. */
  today: string;
  timeZone: string;
}

interface KindText {
  icon: TablerIcon;
  /** What there is to do, with the thing's own title. */
  what: (title: string) => string;
  /** Until when, or since when: the day in words, and the time of it where there is one. */
  when: (parts: { due: string; since: string; isPast: boolean }) => string;
}

const titled = (label: string) => (title: string) => (title ? `${label}: ${title}` : label);

const KINDS: Record<TodayKind, KindText> = {
  payment_failed: {
    icon: IconCreditCardOff,
    what: titled('Payment failed'),
    when: ({ since }) => `failed ${since}`,
  },
  link_ending: { icon: IconHourglassLow, what: titled('Link ends'), when: ({ due }) => `ends ${due}` },
  sign: {
    icon: IconSignature,
    what: (title) => `Sign ${title || 'the form'}`,
    when: ({ since }) => `came ${since}`,
  },
  follow_up: { icon: IconPhoneCall, what: titled('Follow up'), when: ({ due }) => `due ${due}` },
  task: { icon: IconCheckbox, what: (title) => title, when: ({ due }) => `due ${due}` },
  unread: { icon: IconInbox, what: titled('Handed in'), when: ({ since }) => `came ${since}` },
  invoice_overdue: { icon: IconReceipt, what: titled('Invoice overdue'), when: ({ due }) => `due ${due}` },
  unbilled: { icon: IconFileDollar, what: titled('Not billed'), when: ({ since }) => `signed ${since}` },
  not_opened: {
    icon: IconMailQuestion,
    what: titled('Link not opened'),
    when: ({ since }) => `made ${since}`,
  },
  turns_65: { icon: IconCake, what: () => 'Turns 65', when: ({ due }) => due },
  card_expires: {
    icon: IconCreditCard,
    what: () => 'Card expires',
    when: ({ due, isPast }) => `${isPast ? 'ended' : 'ends'} ${due}`,
  },
  enrolment: {
    icon: IconCalendarEvent,
    what: (title) => title,
    when: ({ due }) => `until ${due}`,
  },
};

export const iconOf = ({ kind }: Pick<TodayItem, 'kind'>): TablerIcon => KINDS[kind].icon;

/** What there is to do: 'Sign Advisory Agreement'. */
export const whatText = ({ kind, title }: Pick<TodayItem, 'kind' | 'title'>): string =>
  KINDS[kind].what(title);

/** Whom it is about; null where it is nobody's in particular. */
export function whoText({
  client_id,
  client_name,
}: Pick<TodayItem, 'client_id' | 'client_name'>): string | null {
  return client_name || (client_id === null ? null : 'Unnamed client');
}

/** 'Sign Advisory Agreement, Ana Ruiz' */
export const itemText = (item: TodayItem): string =>
  [whatText(item), whoText(item)].filter(Boolean).join(', ');

/** Until or since when, in words: 'due yesterday', 'ends tomorrow, 3:00 PM'. */
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

const GROUP_LABELS: Record<TodayGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  next_7_days: 'Next 7 days',
};
export const GROUPS = TODAY_GROUPS.map((group) => ({ group, label: GROUP_LABELS[group] }));
