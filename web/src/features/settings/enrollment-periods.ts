import { dateShort, parseDate } from '@ledgerline/contract/rules';
import type { EnrollmentPeriod } from '@ledgerline/contract/settings/endpoints';
import type { FormErrors } from '@mantine/form';

/** A period as typed: days as '10/15'. */
export type TypedPeriod = EnrollmentPeriod;

export const NO_PERIOD: TypedPeriod = { name: '', from: '', to: '' };

/** A non-leap year: a period that ends on February 29 would have no end in most years. */
const ANY_YEAR = 2001;

export const typedPeriod = ({ name, from, to }: EnrollmentPeriod): TypedPeriod => ({
  name,
  from: from.replace('-', '/'),
  to: to.replace('-', '/'),
});

/** '10/15', '10-15' and '1/5' as '10-15' and '01-05'; null for an invalid day. */
function yearlyDay(typed: string): string | null {
  const parts = /^(\d{1,2})[/-](\d{1,2})$/.exec(typed.trim());
  return parseDate(parts ? `${parts[1]}/${parts[2]}/${ANY_YEAR}` : '')?.slice(5) ?? null;
}

/** As stored. */
export function periodsSent(typed: readonly TypedPeriod[]): EnrollmentPeriod[] {
  return typed.map(({ name, from, to }) => ({
    name: name.trim(),
    from: yearlyDay(from) ?? from,
    to: yearlyDay(to) ?? to,
  }));
}

const NO_DAY = 'Must be a month and a day such as 10/15';

/** Errors by field. */
export function periodErrors(typed: readonly TypedPeriod[]): FormErrors {
  const errors = typed.flatMap(({ name, from, to }, at) => [
    [`periods.${at}.name`, name.trim() === '' && 'Please enter a name'],
    [`periods.${at}.from`, yearlyDay(from) === null && NO_DAY],
    [`periods.${at}.to`, yearlyDay(to) === null && NO_DAY],
  ]);
  return Object.fromEntries(errors.filter(([, message]) => message));
}

/** 'Nov 1 to Dec 15' */
export function periodText({ from, to }: Pick<EnrollmentPeriod, 'from' | 'to'>): string {
  const day = (text: string) => dateShort(`${ANY_YEAR}-${text}`).replace(`, ${ANY_YEAR}`, '');
  return `${day(from)} to ${day(to)}`;
}
