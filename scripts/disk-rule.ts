/** Node's file functions that write and therefore could lose data in a power cut. */
const WRITERS =
  /^(appendFile|copyFile|cp|createWriteStream|ftruncate|fsync|link|open|openAsBlob|rename|truncate|write|writeFile|writev)(Sync)?$/;
const FILES = /^(server|host|postgres)\/src\//;
/** The only folder that writes: durably, or to files named as scratch. */
const HOST_FOLDER = /^host\/src\//;
const TESTS = /\/testing\/|\.test\.ts$/;
const IMPORT =
  /(?:import|export)\s+(type\s+)?([^;'"]*?)\s*from\s*['"](?:node:)?fs(?:\/promises)?['"]|(?:import|require)\s*\(\s*['"](?:node:)?fs(?:\/promises)?['"]/g;
const MESSAGE =
  'write files through host: writeDurably for data that must survive a power cut, scratch for other data';

/** Reports server files that write to the disk directly: a power cut could lose what they wrote. */
export function diskProblems(file: string, text: string): string[] {
  if (!FILES.test(file) || HOST_FOLDER.test(file) || TESTS.test(file)) return [];
  const problems: string[] = [];
  for (const [, isType, names] of text.matchAll(IMPORT)) {
    if (isType) continue;
    if (!names?.startsWith('{')) problems.push(`the entire node:fs module; ${MESSAGE}`);
    for (const part of names?.replace(/[{}]/g, '').split(',') ?? []) {
      const name = part.trim().split(/\s+as\s+/)[0] ?? '';
      if (WRITERS.test(name) || name === 'promises') problems.push(`${name} of node:fs; ${MESSAGE}`);
    }
  }
  return problems;
}
