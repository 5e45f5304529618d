// Security alerts that notify owners at once (decision 064). The settings dialog reads this module, so it imports no
// schema library.

/** What is monitored, in the order of the settings: label, default threshold and highest threshold. */
export const WATCH_RULES = {
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
export type WatchRule = keyof typeof WATCH_RULES;
export const WATCH_RULE_NAMES = Object.keys(WATCH_RULES).filter(
  (rule): rule is WatchRule => rule in WATCH_RULES,
);

/** Thresholds: at this count activity is unusual and owners are notified; null disables the alert. */
export type WatchLimits = Record<WatchRule, number | null>;

/** Night hours in the brokerage's time zone, full hours; spans midnight where the end is before the start. */
export interface Night {
  night_from: number;
  night_to: number;
}

export interface WatchSettings extends Night {
  limits: WatchLimits;
}

/** The settings until an owner changes them. */
export const DEFAULT_WATCH: WatchSettings = {
  night_from: 22,
  night_to: 6,
  limits: {
    reveals: WATCH_RULES.reveals.limit,
    exports: WATCH_RULES.exports.limit,
    clients_hour: WATCH_RULES.clients_hour.limit,
    clients_day: WATCH_RULES.clients_day.limit,
    rows_hour: WATCH_RULES.rows_hour.limit,
    night_reads: WATCH_RULES.night_reads.limit,
    deletions: WATCH_RULES.deletions.limit,
    failed_sign_ins: WATCH_RULES.failed_sign_ins.limit,
    refusals: WATCH_RULES.refusals.limit,
  },
};
