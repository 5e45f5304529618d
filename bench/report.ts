import type { SaveCounters } from './counters.ts';
import type { Figure } from './load.ts';

export interface Measured {
  title: string;
  limit: number;
  connections: number;
  ours: Figure;
  baseline: Figure;
}

export interface Summary {
  clients: number;
  coldStartMs: number;
  indexBytes?: number;
  indexMs?: number;
  pasteSeconds?: number;
  idleMegabytes?: number;
  memoryMegabytes?: number;
  installedMegabytes?: number;
  saving?: SaveCounters;
}

/** The results for one brokerage size. */
export interface SizeFigures {
  measured: Measured[];
  summary: Summary;
}

const ratioOf = (one: number, other: number) => (one / other).toFixed(2);
const resultOf = (isMet: boolean) => (isMet ? 'met' : '**missed**');

function loadRow({ title, limit, connections, ours, baseline }: Measured): string {
  const ratio = ours.p50 / baseline.p50;
  return [
    '',
    title,
    connections,
    `${ours.p50.toFixed(2)} ms`,
    `${ours.p99.toFixed(2)} ms`,
    Math.round(ours.perSecond),
    `${baseline.p50.toFixed(2)} ms`,
    ratio.toFixed(2),
    ratioOf(ours.p99, baseline.p99),
    ratioOf(baseline.perSecond, ours.perSecond),
    limit,
    resultOf(ratio <= limit),
    '',
  ]
    .join(' | ')
    .trim();
}

/** The p50 of a path with one connection; NaN if it was not measured. */
function singleP50(measured: readonly Measured[], start: string): number {
  const path = measured.find(({ title, connections }) => title.startsWith(start) && connections === 1);
  return path?.ours.p50 ?? Number.NaN;
}

type Single = [title: string, value: number, unit: string, limit: number];

const LIST = 'list of 15';
const GROWING: [path: string, limit: number][] = [
  [LIST, 1.5],
  ['search "zam"', 2],
  ['search "gonz"', 2],
  ['search "ma"', 2],
];

/** The ratio of each time to the time for the previous size. */
function growth({ measured, summary }: SizeFigures, before: SizeFigures | null): Single[] {
  if (!before) return [];
  const sizes = `${summary.clients} clients against ${before.summary.clients}`;
  return GROWING.map(([path, limit]) => [
    `${path}, ${sizes}`,
    singleP50(measured, path) / singleP50(before.measured, path),
    'times',
    limit,
  ]);
}

function windows(measured: Measured[]): number {
  const [top, deep] = ['at the top', '80% down'].map(
    (position) =>
      measured.find(({ title, connections }) => title.endsWith(position) && connections === 1)?.ours.p50 ??
      Number.NaN,
  );
  return Math.max(Number(top) / Number(deep), Number(deep) / Number(top));
}

/** The figures as the Markdown tables of docs/performance.md. */
export function markdown(figures: SizeFigures, before: SizeFigures | null): string {
  const { measured, summary } = figures;
  const page1 = singleP50(measured, LIST);
  const single: Single[] = [
    ...growth(figures, before),
    [
      'middle page of the list against page 1',
      singleP50(measured, 'list by name, middle') / page1,
      'times',
      5,
    ],
    ['last page of the list against page 1', singleP50(measured, 'list by name, last') / page1, 'times', 5],
    ['search for two letters', singleP50(measured, 'search "ma"'), 'ms', 50],
    ['ledger ids by a column without an index', singleP50(measured, 'ledger ids by'), 'ms', 100],
    ['ledger window, one end against the other', windows(measured), 'times', 1.2],
    ['ledger index on the wire', (summary.indexBytes ?? Number.NaN) / 1e6, 'MB', 1],
    ['ledger index, time', summary.indexMs ?? Number.NaN, 'ms', 150],
    ['cold start on an existing data folder', summary.coldStartMs / 1000, 's', 2],
    ['server memory, idle', summary.idleMegabytes ?? Number.NaN, 'MiB', 170],
    ['server memory after the load', summary.memoryMegabytes ?? Number.NaN, 'MiB', 220],
    ['10,000 pasted cells saved, server part', summary.pasteSeconds ?? Number.NaN, 's', 3],
    ['packages of npm ci --omit=dev', summary.installedMegabytes ?? Number.NaN, 'MiB', 450],
  ];
  const { saving } = summary;
  return [
    '| Path | Connections | Ours p50 | Ours p99 | Ours per s | Bare p50 | Times p50 | Times p99 | Times throughput | Limit | |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...measured.map(loadRow),
    '',
    '| Figure | Measured | Limit | |',
    '|---|---|---|---|',
    ...single.flatMap(([title, value, unit, limit]) =>
      Number.isNaN(value)
        ? []
        : [`| ${title} | ${value.toFixed(2)} ${unit} | ${limit} ${unit} | ${resultOf(value <= limit)} |`],
    ),
    ...(saving
      ? [
          '',
          `A save: ${saving.roundTrips.toFixed(1)} round trips to PostgreSQL, ${Math.round(saving.walBytes)} bytes of ` +
            `write-ahead log, ${Math.round(saving.hotShare * 100)}% of the updates without changing an index.`,
        ]
      : []),
  ].join('\n');
}
