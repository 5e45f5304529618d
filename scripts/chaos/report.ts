import { OPERATIONS, percentile, type Recorder } from './recorder.ts';

/** The product must recover within this time. */
export const RECOVERY_MS = 30_000;

/** The results of one round. */
export interface Round {
  failure: string;
  /** From the end of the failure to the first successful write. */
  recoveryMs: number | null;
  /** In all rounds so far. */
  acknowledged: number;
  violations: string[];
  unexpected: string[];
  seconds: number;
}

/** The figures of docs/reliability.md. */
export function reportOf(rounds: readonly Round[], recorder: Recorder, endedByItself: number): string[] {
  const seconds = rounds.reduce((sum, round) => sum + round.seconds, 0);
  const acknowledged = recorder.operations.filter(({ state }) => state === 'acknowledged');
  const repeated = acknowledged.filter(({ unanswered }) => unanswered > 0).length;
  const lines = [
    `${rounds.length} rounds in ${Math.round(seconds / 60)} minutes; ${acknowledged.length} operations acknowledged, ${repeated} of them after requests without a response.`,
    OPERATIONS.map(
      (kind) => `${kind} ${acknowledged.filter((operation) => operation.kind === kind).length}`,
    ).join(', '),
    `The portal ended by itself ${endedByItself} times and was restarted.`,
    `Rounds with violations: ${rounds.filter(({ violations }) => violations.length > 0).length}`,
    '| Failure | Rounds | Time to recovery, median / 95 % / longest |',
    '|---|---|---|',
  ];
  for (const failure of [...new Set(rounds.map((round) => round.failure))].sort())
    lines.push(row(failure, rounds));
  lines.push(row('all', rounds));
  return lines;
}

function row(failure: string, rounds: readonly Round[]): string {
  const of = rounds.filter((round) => failure === 'all' || round.failure === failure);
  const times = of.map(({ recoveryMs }) => recoveryMs ?? Number.POSITIVE_INFINITY);
  const text = [0.5, 0.95, 1].map((share) => (percentile(times, share) / 1000).toFixed(1)).join(' / ');
  return `| ${failure} | ${of.length} | ${text} s |`;
}
