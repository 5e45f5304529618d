import { relative } from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/;
const SIGN_IN = ['index.html', 'src/features/auth/sign-in-page.tsx'];
/** Screens that agents open first: the shell, Today and the client list. */
const HOME = [
  'src/app/shell/shell.tsx',
  'src/app/pages/today-page.tsx',
  'src/features/clients/list/clients-page.tsx',
];
/** A large screen; the few modules that it shares with other screens load with the shell. */
const LEDGER = 'src/features/ledger/ledger-page.tsx';
/** Prefetches the ledger's rows when the pointer is over a link to it; shared modules load with the shell. */
const LEDGER_PREFETCH = 'src/features/ledger/prefetch.ts';
const CLIENT = 'src/app/pages/client-detail-page.tsx';
/**
 * Overlays that open over any screen. Modules that they share with screens load with the shell, except those of tasks,
 * which load with the screens.
 */
const OVERLAYS = [
  'src/app/shell/palette.tsx',
  'src/features/notifications/notification-panel.tsx',
  'src/features/notifications/notification-settings-dialog.tsx',
  'src/features/today/item-dialogs.tsx',
];
const TASK = 'src/domain/tasks/task-dialog.tsx';
const PUBLIC = 'public.html';
const SCREEN = /^src\/(app|features)\/.*-page\.tsx$/;

/** The entries and lazily loaded modules ("roots") that load each module, after tree shaking. */
interface LoadGraph {
  rootsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** The roots that a client's page can load, initially or after a click. */
  clients: ReadonlySet<string>;
}

function loadGraph(output: Rolldown.RolldownOutput['output'], folder: string): LoadGraph {
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const file of output) if (file.type === 'chunk') chunks.set(file.fileName, file);
  const nameOf = ({ facadeModuleId }: Rolldown.OutputChunk) =>
    facadeModuleId && relative(folder, facadeModuleId).replaceAll('\\', '/');

  function reached(root: Rolldown.OutputChunk, next: (chunk: Rolldown.OutputChunk) => string[]) {
    const files = new Set([root.fileName]);
    for (const file of files) for (const other of next(chunks.get(file) ?? root)) files.add(other);
    return [...files].flatMap((file) => chunks.get(file) ?? []);
  }

  const rootsOf = new Map<string, Set<string>>();
  const clients = new Set<string>();
  for (const root of chunks.values()) {
    const name = nameOf(root);
    if (!name) continue;
    for (const { moduleIds } of reached(root, ({ imports }) => imports)) {
      for (const id of moduleIds) rootsOf.set(id, (rootsOf.get(id) ?? new Set()).add(name));
    }
    if (name !== PUBLIC) continue;
    for (const chunk of reached(root, ({ imports, dynamicImports }) => [...imports, ...dynamicImports])) {
      clients.add(nameOf(chunk) || name);
    }
  }
  return { rootsOf, clients };
}

/**
 * The chunk group of a module; null leaves it with the only screen that needs it. Importing a chunk also loads its own
 * imports, so each group imports only from groups listed before it.
 */
function groupOf(id: string, { rootsOf, clients }: LoadGraph): string | null {
  if (REACT.test(id)) return 'base';
  const roots = [...(rootsOf.get(id) ?? [])];
  const isSignIn = roots.some((name) => SIGN_IN.includes(name));
  const isClients = roots.some((name) => clients.has(name));
  const screens = roots.filter((name) => SCREEN.test(name));
  const isShared = screens.length > 1 || (screens.length === 1 && roots.includes(TASK));
  const isHome =
    roots.some((name) => HOME.includes(name)) ||
    (roots.includes(LEDGER) && (isShared || roots.includes(LEDGER_PREFETCH))) ||
    (screens.length > 0 && roots.some((name) => OVERLAYS.includes(name)));
  if (isClients && isSignIn) return 'base';
  if (roots.includes(PUBLIC) && roots.every((name) => clients.has(name))) return 'public';
  // Agents' first screens share few modules with the clients' pages, and do not need form texts in three languages.
  if (isClients && isHome) return 'forms';
  if (isClients && (roots.includes(PUBLIC) || roots.some((name) => SCREEN.test(name)))) return 'answers';
  // Other modules that both clients and agents load after a click stay separate, so that neither waits for the other's code.
  if (isClients) return null;
  if (isSignIn) return 'portal';
  if (isHome) return 'home';
  if (!isShared) return null;
  return roots.includes(CLIENT) ? 'client' : 'screens';
}

/**
 * Groups modules into few scripts per screen, because on a slow connection each request costs more than its bytes. The modules
 * that a screen really needs are known only after tree shaking, so the build runs twice; the first run is only analyzed.
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
      if (!('output' in built)) throw new Error('the build returned no output');
      const graph = loadGraph(built.output, root);
      const groups = [{ name: (id: string) => groupOf(id, graph), debugName: 'by screen' }];
      const codeSplitting = { includeDependenciesRecursively: false, groups };
      return { build: { rolldownOptions: { preserveEntrySignatures: false, output: { codeSplitting } } } };
    },
  };
}
