import path from 'node:path';

/** Connections without an import: the job queue, the event stream, a port, a query or a callback. */
const HANDOFFS = ['job', 'live', 'port', 'query', 'callback'] as const;

interface Step {
  number: number;
  file: string;
  /** The row of the file that references this one; null for the first. */
  from: number | null;
  /** The word that both files contain if no import connects them. */
  through: { kind: string; word: string } | null;
}

const ROW = /^\| (\d+) \| `([^`]+)` \| [^|]+ \| ([^|]+) \|$/gm;
const NAMED_BY = /^(\d+)(?:, by ([a-z-]+) `([^`]+)`)?$/;
/** Includes dynamic imports. */
const IMPORT = /(?:from |import |import\()'([^']+)'/g;
const ROOTS: Readonly<Record<string, string>> = {
  '#app': 'server/src/app.ts',
  '#features/': 'server/src/features/',
  '#platform/': 'server/src/platform/',
  '#providers/': 'server/src/providers/',
};

/** The files of a walkthrough, in order. */
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
 * Problems of a walkthrough: files that do not exist, that no earlier file references, or that the stated file does not
 * reference. `read` returns a file's text, or undefined if it does not exist.
 */
export function walkProblems(
  doc: string,
  page: string,
  read: (file: string) => string | undefined,
): string[] {
  const steps = stepsOf(page);
  if (steps.length < 3) return [`${doc}: a walkthrough needs a table of its files`];
  const problems = steps.flatMap((step, index) => {
    if (step.number !== index + 1) return [`row ${step.number} should be ${index + 1}`];
    const text = read(step.file);
    if (text === undefined) return [`no such file ${step.file}`];
    if (steps.findIndex(({ file }) => file === step.file) < index) return [`${step.file} is listed twice`];
    return index === 0 ? [] : connectionProblems(step, steps[(step.from ?? 0) - 1], text, read);
  });
  return problems.map((problem) => `${doc}: ${problem}`);
}

function connectionProblems(
  { number, file, through }: Step,
  from: Step | undefined,
  text: string,
  read: (file: string) => string | undefined,
): string[] {
  if (!from || from.number >= number) return [`row ${number} is not referenced by an earlier row`];
  const before = read(from.file) ?? '';
  if (!through) return importsOf(from.file, before).has(file) ? [] : [`${from.file} does not import ${file}`];
  const { kind, word } = through;
  if (!HANDOFFS.some((known) => known === kind)) return [`row ${number}: unknown kind of handoff: ${kind}`];
  const missing = [from.file, file].filter((_, index) => ![before, text][index]?.includes(word));
  return missing.map((one) => `${one} does not name ${word}`);
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
