import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

const SERVER_ROW = /^\| \d+ \| `(server\/src\/[^`]+)`/gm;
/** What any act uses on its way is no part of a walk (docs/walks). */
const OF_ANY_WALK =
  /^server\/src\/(platform\/|testing\/|providers\/(http\/|providers\.ts)|features\/people\/(auth|teams)\/)|\.test\.ts$|\/testing\//;

/**
 * The server's files with functions that run during an act, sorted. It is done twice, on what `prepare` makes each time:
 * what a clock or a thread happened to end meanwhile is not there twice.
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
  // A route hands over in a function without a name; elsewhere those are parts of what has one.
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

/** The server's files that a page of docs/walks names, sorted; without the stream to open screens, which runs after the act. */
export function documentedFiles(walk: string): string[] {
  const page = readFileSync(new URL(`../../../docs/walks/${walk}.md`, import.meta.url), 'utf8');
  const documented = [...page.matchAll(SERVER_ROW)].map(([, file = '']) => file);
  return documented.filter((file) => !file.includes('/admin/live/')).sort();
}
