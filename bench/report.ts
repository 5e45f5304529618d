import type { Figure } from './load.ts';

export interface Measured {
  title: string;
  limit: number;
  connections: number;
  ours: Figure;
  yardstick: Figure;
}

export interface Summary {
  clients: number;
  coldStartMs: number;
  listSmallMs: number;
  indexBytes?: number;
  indexMs?: number;
  pasteSeconds?: number;
  memoryMegabytes?: number;
  installedMegabytes?: number;
}

const times = (ours: number, theirs: number) => (ours / theirs).toFixed(2);
const verdict = (isMet: boolean) => (isMet ? 'met' : '**missed**');

function loadRow({ title, limit, connections, ours, yardstick }: Measured): string {
  const ratio = ours.p50 / yardstick.p50;
  return [
    '',
    title,
    connections,
    `${ours.p50.toFixed(2)} ms`,
    `${ours.p99.toFixed(2)} ms`,
    Math.round(ours.perSecond),
    `${yardstick.p50.toFixed(2)} ms`,
    ratio.toFixed(2),
    times(ours.p99, yardstick.p99),
    times(yardstick.perSecond, ours.perSecond),
    limit,
    verdict(ratio <= limit),
    '',
  ]
    .join(' | ')
    .trim();
}

function flatness(measured: Measured[], summary: Summary): number {
  const list = measured.find(({ title, connections }) => title.startsWith('list of 15') && connections === 1);
  return (list?.ours.p50 ?? Number.NaN) / summary.listSmallMs;
}

function windows(measured: Measured[]): number {
  const [top, deep] = ['at the top', '80 % down'].map(
    (place) =>
      measured.find(({ title, connections }) => title.endsWith(place) && connections === 1)?.ours.p50 ??
      Number.NaN,
  );
  return Math.max(Number(top) / Number(deep), Number(deep) / Number(top));
}

/** The figures as the tables of docs/performance.md. */
export function markdown(measured: Measured[], summary: Summary): string {
  const single: [string, number, string, number][] = [
    [`list by name, ${summary.clients} clients against 1,000`, flatness(measured, summary), 'times', 1.5],
    ['ledger window, one end against the other', windows(measured), 'times', 1.2],
    ['ledger index on the wire', (summary.indexBytes ?? Number.NaN) / 1e6, 'MB', 1],
    ['ledger index, time', summary.indexMs ?? Number.NaN, 'ms', 150],
    ['cold start on an existing data folder', summary.coldStartMs / 1000, 's', 2],
    ['server memory after the load', summary.memoryMegabytes ?? Number.NaN, 'MiB', 250],
    ['10,000 pasted cells saved, server part', summary.pasteSeconds ?? Number.NaN, 's', 3],
    ['packages of npm ci --omit=dev', summary.installedMegabytes ?? Number.NaN, 'MiB', 450],
  ];
  return [
    '| Path | Connections | Ours p50 | Ours p99 | Ours per s | Bare p50 | Times p50 | Times p99 | Times throughput | Limit | |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...measured.map(loadRow),
    '',
    '| Figure | Measured | Limit | |',
    '|---|---|---|---|',
    ...single.map(
      ([title, value, unit, limit]) =>
        `| ${title} | ${value.toFixed(2)} ${unit} | ${limit} ${unit} | ${verdict(value <= limit)} |`,
    ),
  ].join('\n');
}
