import { relative } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/;
const SIGN_IN = ['index.html', 'src/features/auth/sign-in-page.tsx'];
/** Where every agent begins: the frame around the screens and the client list. */
const HOME = ['src/app/shell/shell.tsx', 'src/features/clients/list/clients-page.tsx'];
/** Heavy by itself; the little that it shares with other screens comes with the frame. */
const LEDGER = 'src/features/ledger/ledger-page.tsx';
/** What asks for its rows when somebody points at a link to it: what both need comes with the frame. */
const LEDGER_PREFETCH = 'src/features/ledger/prefetch.ts';
const CLIENT = 'src/app/pages/client-detail-page.tsx';
/** What opens over any screen; the little that they share with screens comes with the frame, a task's with those. */
const OVER_ALL = [
  'src/app/shell/palette.tsx',
  'src/features/notifications/notification-panel.tsx',
  'src/features/notifications/notification-settings-dialog.tsx',
];
const TASK = 'src/domain/tasks/task-dialog.tsx';
const PUBLIC = 'public.html';
const SCREEN = /^src\/(app|features)\/.*-page\.tsx$/;

/** With which entries and lazily loaded modules ("starts") each module arrives, after unused code is gone. */
interface Arrivals {
  startsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** The starts that a client's page can come to, at once or by a click. */
  clients: ReadonlySet<string>;
}

function arrivals(output: Rolldown.RolldownOutput['output'], root: string): Arrivals {
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const file of output) if (file.type === 'chunk') chunks.set(file.fileName, file);
  const nameOf = ({ facadeModuleId }: Rolldown.OutputChunk) =>
    facadeModuleId && relative(root, facadeModuleId).replaceAll('\\', '/');

  function reached(start: Rolldown.OutputChunk, next: (chunk: Rolldown.OutputChunk) => string[]) {
    const files = new Set([start.fileName]);
    for (const file of files) for (const other of next(chunks.get(file) ?? start)) files.add(other);
    return [...files].flatMap((file) => chunks.get(file) ?? []);
  }

  const startsOf = new Map<string, Set<string>>();
  const clients = new Set<string>();
  for (const start of chunks.values()) {
    const name = nameOf(start);
    if (!name) continue;
    for (const { moduleIds } of reached(start, ({ imports }) => imports)) {
      for (const id of moduleIds) startsOf.set(id, (startsOf.get(id) ?? new Set()).add(name));
    }
    if (name !== PUBLIC) continue;
    for (const chunk of reached(start, ({ imports, dynamicImports }) => [...imports, ...dynamicImports])) {
      clients.add(nameOf(chunk) || name);
    }
  }
  return { startsOf, clients };
}

/**
 * The script that a module travels in; null leaves it with the only screen that needs it. Whatever a script imports is
 * reached by all who reach it, so each group imports only from those named before it.
 */
function groupOf(id: string, { startsOf, clients }: Arrivals): string | null {
  if (REACT.test(id)) return 'react';
  const starts = [...(startsOf.get(id) ?? [])];
  const isSignIn = starts.some((name) => SIGN_IN.includes(name));
  const isClients = starts.some((name) => clients.has(name));
  const screens = starts.filter((name) => SCREEN.test(name));
  const isShared = screens.length > 1 || (screens.length === 1 && starts.includes(TASK));
  const isHome =
    starts.some((name) => HOME.includes(name)) ||
    (starts.includes(LEDGER) && (isShared || starts.includes(LEDGER_PREFETCH))) ||
    (screens.length > 0 && starts.some((name) => OVER_ALL.includes(name)));
  if (isClients && isSignIn) return 'base';
  if (starts.includes(PUBLIC) && starts.every((name) => clients.has(name))) return 'public';
  if (isClients && (isHome || starts.includes(PUBLIC) || starts.some((name) => SCREEN.test(name))))
    return 'forms';
  // What else clients and agents open by a click stays apart: nobody waits for what is not theirs.
  if (isClients) return null;
  if (isSignIn) return 'portal';
  if (isHome) return 'home';
  if (!isShared) return null;
  return starts.includes(CLIENT) ? 'client' : 'screens';
}

/**
 * Few scripts for each screen: on a bad line every request costs more than its bytes. Which modules a screen really needs
 * is known only after unused code is gone, so the build runs twice, and the first run is only looked at.
 */
export function chunkGroups(base: InlineConfig): Plugin {
  return {
    name: 'chunk-groups',
    apply: 'build',
    async config({ root = '' }) {
      const built = await build({
        ...base,
        configFile: false,
        logLevel: 'error',
        build: { ...base.build, write: false, minify: false, reportCompressedSize: false },
      });
      if (!('output' in built)) throw new Error('the build was looked at before it was done');
      const found = arrivals(built.output, root);
      const groups = [{ name: (id: string) => groupOf(id, found), debugName: 'by screen' }];
      const codeSplitting = { includeDependenciesRecursively: false, groups };
      return { build: { rolldownOptions: { preserveEntrySignatures: false, output: { codeSplitting } } } };
    },
  };
}
