import type { TodayGroup, TodayKind } from '@ledgerline/contract/rules';
import { MAX_COUNTED, type TodayCounts } from '@ledgerline/contract/today/endpoints';

export interface TodayAction {
  label: string;
  kinds: readonly TodayKind[];
}

const SIGN: TodayAction = { label: 'Sign', kinds: ['sign'] };
const CALL: TodayAction = { label: 'Call', kinds: ['follow_up', 'turns_65', 'card_expires', 'renewal'] };

/** Groups of overdue items and items due today, in the order of the kinds (decision 106). */
export const TODAY_ACTIONS: readonly TodayAction[] = [
  SIGN,
  CALL,
  { label: 'Tasks', kinds: ['task'] },
  { label: 'Review', kinds: ['unread'] },
  { label: 'Collect', kinds: ['payment_failed', 'invoice_overdue', 'unbilled'] },
  { label: 'Resend', kinds: ['link_ending', 'not_opened'] },
  { label: 'Enrollment', kinds: ['enrolment'] },
];

/** The items of an action in one group. */
export function countOf({ kinds }: TodayAction, group: TodayGroup, counts: TodayCounts | undefined): number {
  const counted = counts?.kinds.filter((one) => one.group === group && kinds.includes(one.kind)) ?? [];
  return counted.reduce((sum, { count }) => sum + count, 0);
}

const countDue = (action: TodayAction, counts: TodayCounts): number =>
  countOf(action, 'overdue', counts) + countOf(action, 'today', counts);

export const countToSign = (counts: TodayCounts): number => countDue(SIGN, counts);
export const countToCall = (counts: TodayCounts): number => countDue(CALL, counts);

/** Counting stops here. */
export const countText = (count: number): string =>
  count >= MAX_COUNTED ? `${MAX_COUNTED}+` : String(count);
