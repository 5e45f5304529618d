import { WATCH_RULE_NAMES, WATCH_RULES, type WatchRule } from '@ledgerline/contract/audit/alerts';
import type { WatchSettingsBody } from '@ledgerline/contract/audit/endpoints';
import type { FormErrors } from '@mantine/form';

/** Form values of the dialog: limits as typed, '' for a disabled alert. */
export interface WatchValues {
  limits: Record<WatchRule, string>;
  night_from: string;
  night_to: string;
  asks_reveal_reason: boolean;
}

const eachLimit = <Value>(from: (rule: WatchRule) => Value): Record<WatchRule, Value> => ({
  reveals: from('reveals'),
  exports: from('exports'),
  clients_hour: from('clients_hour'),
  clients_day: from('clients_day'),
  rows_hour: from('rows_hour'),
  night_reads: from('night_reads'),
  deletions: from('deletions'),
  failed_sign_ins: from('failed_sign_ins'),
  refusals: from('refusals'),
});

export function watchValues(stored: WatchSettingsBody): WatchValues {
  return {
    limits: eachLimit((rule) => String(stored.limits[rule] ?? '')),
    night_from: String(stored.night_from),
    night_to: String(stored.night_to),
    asks_reveal_reason: stored.asks_reveal_reason,
  };
}

/** Limits must be whole numbers up to the maximum. Empty turns the alert off. */
export function watchErrors({ limits }: WatchValues): FormErrors {
  const isWrong = (rule: WatchRule) => {
    const text = limits[rule].trim();
    return (
      text !== '' && !(/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= WATCH_RULES[rule].most)
    );
  };
  return Object.fromEntries(
    WATCH_RULE_NAMES.filter(isWrong).map((rule) => [
      `limits.${rule}`,
      `Enter a number from 1 to ${WATCH_RULES[rule].most.toLocaleString('en-US')}, or leave this empty`,
    ]),
  );
}

export function watchSent({
  limits,
  night_from,
  night_to,
  asks_reveal_reason,
}: WatchValues): WatchSettingsBody {
  const limitOf = (rule: WatchRule) => (limits[rule].trim() === '' ? null : Number(limits[rule]));
  return {
    limits: eachLimit(limitOf),
    night_from: Number(night_from),
    night_to: Number(night_to),
    asks_reveal_reason,
  };
}
