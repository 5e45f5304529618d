/** What of Node's file functions writes, and so needs a thought about power cuts. */
const WRITERS =
  /^(appendFile|copyFile|cp|createWriteStream|ftruncate|fsync|link|open|openAsBlob|rename|truncate|write|writeFile|writev)(Sync)?$/;
const FILES = /^(server|host|postgres)\/src\//;
/** Here writing has its one place: durable, or scratch by name. */
const HOST_FOLDER = /^host\/src\//;
const TESTS = /\/testing\/|\.test\.ts$/;
const IMPORT =
  /(?:import|export)\s+(type\s+)?([^;'"]*?)\s*from\s*['"](?:node:)?fs(?:\/promises)?['"]|(?:import|require)\s*\(\s*['"](?:node:)?fs(?:\/promises)?['"]/g;
const SENTENCE =
  'files are written through host: writeDurably for what has to last, scratch for what need not';

/** A server file that writes to the disk by its own means: what it writes would be lost in a power cut. */
export function diskProblems(file: string, text: string): string[] {
  if (!FILES.test(file) || HOST_FOLDER.test(file) || TESTS.test(file)) return [];
  const problems: string[] = [];
  for (const [, isType, names] of text.matchAll(IMPORT)) {
    if (isType) continue;
    if (!names?.startsWith('{')) problems.push(`node:fs as a whole; ${SENTENCE}`);
    for (const part of names?.replace(/[{}]/g, '').split(',') ?? []) {
      const name = part.trim().split(/\s+as\s+/)[0] ?? '';
      if (WRITERS.test(name) || name === 'promises') problems.push(`${name} of node:fs; ${SENTENCE}`);
    }
  }
  return problems;
}
