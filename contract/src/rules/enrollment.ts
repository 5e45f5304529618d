import { requireIsoDay } from './calendar.ts';

/** A federal enrollment period, both days included; it applies until the first plan year of a later row of its kind. */
interface EnrollmentRule {
  kind: 'medicare' | 'marketplace';
  name: string;
  first_plan_year: number;
  from: string;
  to: string;
  source: string;
}

/**
 * The year before the plan year contains the first day. State marketplaces may choose other days, from plan year 2027 until December 31 at
 * the latest. How these rows were checked: decision 107.
 */
const ENROLLMENT_RULES: readonly EnrollmentRule[] = [
  {
    kind: 'medicare',
    name: 'Medicare open enrollment',
    first_plan_year: 2012,
    from: '10-15',
    to: '12-07',
    source: '42 CFR 422.62(a)(2)',
  },
  {
    kind: 'marketplace',
    name: 'Marketplace open enrollment',
    first_plan_year: 2022,
    from: '11-01',
    to: '01-15',
    source: '45 CFR 155.410(e), HealthCare.gov',
  },
  {
    kind: 'marketplace',
    name: 'Marketplace open enrollment',
    first_plan_year: 2027,
    from: '11-01',
    to: '12-15',
    source: '45 CFR 155.410(e), HealthCare.gov (90 FR 27074, June 25, 2025)',
  },
];

/** A default period with the plan year to which its days apply. */
export interface DefaultPeriod {
  name: string;
  from: string;
  to: string;
  plan_year: number;
  source: string;
}

/**
 * Whether a yearly period ('MM-DD' to 'MM-DD', both included, spanning New Year where the end is before the start) is open on a day, and
 * the day on which it ends; null when it is not.
 */
export function periodEnd(period: { from: string; to: string }, today: string): string | null {
  const year = requireIsoDay(today).year;
  const spans = period.to < period.from;
  for (const startYear of spans ? [year - 1, year] : [year]) {
    const [from, to] = [`${startYear}-${period.from}`, `${spans ? startYear + 1 : startYear}-${period.to}`];
    if (from <= today && today <= to) return to;
  }
  return null;
}

/** The federal periods on a day: each for the plan year that clients can enroll for now, or next. */
export function defaultPeriods(today: string): DefaultPeriod[] {
  const { year } = requireIsoDay(today);
  return (['medicare', 'marketplace'] as const).flatMap((kind) => {
    const last = ruleOf(kind, year);
    const isStillOpen = last !== undefined && last.to < last.from && today <= `${year}-${last.to}`;
    const plan_year = isStillOpen ? year : year + 1;
    const rule = ruleOf(kind, plan_year);
    if (!rule) return [];
    const { name, from, to, source } = rule;
    return [{ name, from, to, plan_year, source }];
  });
}

/** The plan year whose days the owner confirms: the earliest that clients can enroll for now or next. */
export function planYearToConfirm(today: string): number {
  return Math.min(...defaultPeriods(today).map(({ plan_year }) => plan_year));
}

function ruleOf(kind: EnrollmentRule['kind'], plan_year: number): EnrollmentRule | undefined {
  return ENROLLMENT_RULES.findLast((rule) => rule.kind === kind && rule.first_plan_year <= plan_year);
}
