import path from 'node:path';

/** How a file is reached without an import: through the job queue, the event stream, a port, a query or a callback. */
const HANDOFFS = ['job', 'live', 'port', 'query', 'callback'] as const;

interface Step {
  number: number;
  file: string;
  /** The row of the file that names this one; null for the first. */
  from: number | null;
  /** What both files name where no import ties them. */
  through: { kind: string; word: string } | null;
}

const ROW = /^\| (\d+) \| `([^`]+)` \| [^|]+ \| ([^|]+) \|$/gm;
const NAMED_BY = /^(\d+)(?:, by ([a-z-]+) `([^`]+)`)?$/;
/** Also what is loaded when it is first needed. */
const IMPORT = /(?:from |import |import\()'([^']+)'/g;
const ROOTS: Readonly<Record<string, string>> = {
  '#app': 'server/src/app.ts',
  '#features/': 'server/src/features/',
  '#platform/': 'server/src/platform/',
  '#providers/': 'server/src/providers/',
};

/** The files of a walk, in their order. */
export function stepsOf(page: string): Step[] {
  return [...page.matchAll(ROW)].map(([, number, file = '', namedBy = '']) => {
    const [, from, kind, word] = NAMED_BY.exec(namedBy.trim()) ?? [];
    return {
      number: Number(number),
      file,
      from: from === undefined ? null : Number(from),
      through: kind === undefined || word === undefined ? null : { kind, word },
    };
  });
}

/**
 * What is not true of a walk: a file that is not there, that is named by no file before it, or that the file which should
 * name it does not. `read` gives a file's text, undefined for none.
 */
export function walkProblems(
  doc: string,
  page: string,
  read: (file: string) => string | undefined,
): string[] {
  const steps = stepsOf(page);
  if (steps.length < 3) return [`${doc}: a walk has a table of its files`];
  const problems = steps.flatMap((step, index) => {
    if (step.number !== index + 1) return [`row ${step.number} should be ${index + 1}`];
    const text = read(step.file);
    if (text === undefined) return [`no such file ${step.file}`];
    if (steps.findIndex(({ file }) => file === step.file) < index) return [`${step.file} stands twice`];
    return index === 0 ? [] : tieProblems(step, steps[(step.from ?? 0) - 1], text, read);
  });
  return problems.map((problem) => `${doc}: ${problem}`);
}

function tieProblems(
  { number, file, through }: Step,
  from: Step | undefined,
  text: string,
  read: (file: string) => string | undefined,
): string[] {
  if (!from || from.number >= number) return [`row ${number} is named by no row before it`];
  const before = read(from.file) ?? '';
  if (!through) return importsOf(from.file, before).has(file) ? [] : [`${from.file} does not import ${file}`];
  const { kind, word } = through;
  if (!HANDOFFS.some((known) => known === kind)) return [`row ${number}: no such hand-over as ${kind}`];
  const silent = [from.file, file].filter((_, index) => ![before, text][index]?.includes(word));
  return silent.map((one) => `${one} does not name ${word}`);
}

function importsOf(file: string, text: string): Set<string> {
  return new Set(
    [...text.matchAll(IMPORT)].map(([, named = '']) => {
      const root = Object.keys(ROOTS).find((one) => named.startsWith(one));
      if (root !== undefined) return `${ROOTS[root]}${named.slice(root.length)}`;
      if (named.startsWith('.')) return path.posix.join(path.posix.dirname(file), named);
      return named.replace(/^@ledgerline\/contract\/(.+)$/, 'contract/src/$1.ts');
    }),
  );
}
