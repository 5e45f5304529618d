// Security alerts that notify owners at once (decision 064). The settings dialog reads this module, so it imports no
// schema library.

/** What is monitored, in the order of the settings: label, default threshold and highest threshold. */
export const ALERT_RULES = {
  reveals: { label: 'Secrets revealed in an hour', limit: 20, most: 1000 },
  exports: { label: 'Exports in an hour', limit: 1, most: 1000 },
  clients_hour: { label: 'Different clients read in an hour', limit: 150, most: 100_000 },
  clients_day: { label: 'Different clients read in a day', limit: 600, most: 1_000_000 },
  rows_hour: { label: 'Rows read in lists and the ledger in an hour', limit: 10_000, most: 10_000_000 },
  night_reads: { label: 'After-hours reads', limit: 10, most: 100_000 },
  deletions: { label: 'Clients, files and other data deleted in an hour', limit: 20, most: 100_000 },
  failed_sign_ins: { label: 'Failed sign-ins in an hour, across all agents', limit: 30, most: 100_000 },
  refusals: { label: 'Denied requests in an hour', limit: 20, most: 100_000 },
} as const;
export type AlertRule = keyof typeof ALERT_RULES;
export const ALERT_RULE_NAMES = Object.keys(ALERT_RULES).filter(
  (rule): rule is AlertRule => rule in ALERT_RULES,
);

/** Thresholds: at this count activity is unusual and owners are notified; null disables the alert. */
export type AlertLimits = Record<AlertRule, number | null>;

/** Night hours in the brokerage's time zone, full hours; spans midnight where the end is before the start. */
export interface Night {
  night_from: number;
  night_to: number;
}

export interface AlertSettings extends Night {
  limits: AlertLimits;
}

/** The settings until an owner changes them. */
export const DEFAULT_ALERT_SETTINGS: AlertSettings = {
  night_from: 22,
  night_to: 6,
  limits: {
    reveals: ALERT_RULES.reveals.limit,
    exports: ALERT_RULES.exports.limit,
    clients_hour: ALERT_RULES.clients_hour.limit,
    clients_day: ALERT_RULES.clients_day.limit,
    rows_hour: ALERT_RULES.rows_hour.limit,
    night_reads: ALERT_RULES.night_reads.limit,
    deletions: ALERT_RULES.deletions.limit,
    failed_sign_ins: ALERT_RULES.failed_sign_ins.limit,
    refusals: ALERT_RULES.refusals.limit,
  },
};
