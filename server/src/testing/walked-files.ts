import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const SERVER_ROW = /^\| \d+ \| `(server\/src\/[^`]+)`/gm;
/** Code that any operation uses is not part of a walk (docs/walks). */
const OF_ANY_WALK =
  /^server\/src\/(platform\/|testing\/|providers\/(http\/|providers\.ts)|features\/people\/(auth|teams)\/)|\.test\.ts$|\/testing\//;

/**
 * The server's files with functions that run during an operation, sorted. The operation runs twice, each time on what `prepare` creates:
 * work of a timer or thread that ended in the meantime does not appear in both runs.
 */
export async function filesThatRun<T>(
  prepare: () => Promise<T>,
  action: (prepared: T) => Promise<unknown>,
): Promise<string[]> {
  const first = await prepare();
  const once = await filesOf(() => action(first));
  const second = await prepare();
  const again = new Set(await filesOf(() => action(second)));
  return once.filter((name) => again.has(name));
}

async function filesOf(action: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await action();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  // A route calls its handler in an anonymous function; elsewhere those are parts of a named one.
  const ran = result.filter(({ url, functions }) =>
    functions.some(
      ({ functionName, ranges: [range] }) =>
        range &&
        range.count > 0 &&
        (functionName !== '' || (range.startOffset > 0 && /\/routes\.ts/.test(url))),
    ),
  );
  const names = ran.flatMap(({ url }) => /server\/src\/[^?]+/.exec(url)?.[0] ?? []);
  return [...new Set(names.filter((name) => !OF_ANY_WALK.test(name)))].sort();
}

/** The server's files that a page of docs/walks names, sorted; without the stream to open screens, which runs after the operation. */
export function documentedFiles(walk: string): string[] {
  const page = readFileSync(new URL(`../../../docs/walks/${walk}.md`, import.meta.url), 'utf8');
  const documented = [...page.matchAll(SERVER_ROW)].map(([, file = '']) => file);
  return documented.filter((file) => !file.includes('/admin/live/')).sort();
}
