import { ALERT_RULE_NAMES, ALERT_RULES, type AlertRule } from '@ledgerline/contract/audit/alerts';
import type { AlertSettingsBody } from '@ledgerline/contract/audit/endpoints';
import type { FormErrors } from '@mantine/form';

/** Form values of the dialog: limits as typed, '' for a disabled alert. */
export interface AlertSettingsValues {
  limits: Record<AlertRule, string>;
  night_from: string;
  night_to: string;
  asks_reveal_reason: boolean;
}

const eachLimit = <Value>(from: (rule: AlertRule) => Value): Record<AlertRule, Value> => ({
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

export function alertSettingsValues(stored: AlertSettingsBody): AlertSettingsValues {
  return {
    limits: eachLimit((rule) => String(stored.limits[rule] ?? '')),
    night_from: String(stored.night_from),
    night_to: String(stored.night_to),
    asks_reveal_reason: stored.asks_reveal_reason,
  };
}

/** Limits must be whole numbers up to the maximum. Empty turns the alert off. */
export function alertSettingsErrors({ limits }: AlertSettingsValues): FormErrors {
  const isWrong = (rule: AlertRule) => {
    const text = limits[rule].trim();
    return (
      text !== '' && !(/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= ALERT_RULES[rule].most)
    );
  };
  return Object.fromEntries(
    ALERT_RULE_NAMES.filter(isWrong).map((rule) => [
      `limits.${rule}`,
      `Enter a number from 1 to ${ALERT_RULES[rule].most.toLocaleString('en-US')}, or leave this empty`,
    ]),
  );
}

export function alertSettingsSent({
  limits,
  night_from,
  night_to,
  asks_reveal_reason,
}: AlertSettingsValues): AlertSettingsBody {
  const limitOf = (rule: AlertRule) => (limits[rule].trim() === '' ? null : Number(limits[rule]));
  return {
    limits: eachLimit(limitOf),
    night_from: Number(night_from),
    night_to: Number(night_to),
    asks_reveal_reason,
  };
}
