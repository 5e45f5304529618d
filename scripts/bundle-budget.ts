/** The part of Vite's manifest that matters here: chunks by their source file, or by a name for shared ones. */
export type Manifest = Record<
  string,
  { file: string; src?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
>;

const KB = 1024;

/** What a first visit may weigh, as compressed JavaScript. */
const BUDGETS = [
  { label: 'Sign-in page', parts: ['index.html', 'src/features/auth/sign-in-page.tsx'], budget: 150 * KB },
  { label: 'Public form', parts: ['public.html'], budget: 170 * KB },
];

/** Text that only the grid library carries, and the one screen that may load it. */
const GRID_MARKS = ['data-grid-canvas', 'dvn-scroller'];
const GRID_PAGE = 'src/features/ledger/ledger-page.tsx';
/** Sources whose chunks the public pages must not reach. */
const AGENT_SOURCE = /^src\/(app|features)\//;
/** Text that only the agents' sign-in store carries: public pages never touch the agent token (decisions B15). */
const AGENT_MARK = 'adminFirstName';

interface Files {
  bytesOf: (file: string) => number;
  textOf: (file: string) => string;
}

export interface BundleFindings {
  sizes: { label: string; bytes: number; budget: number }[];
  problems: string[];
}

/** Weighs the first screens and checks that nobody loads what is not theirs. */
export function bundleFindings(manifest: Manifest, files: Files): BundleFindings {
  const sizes = BUDGETS.map(({ label, parts, budget }) => ({
    label,
    budget,
    bytes: scriptsOf(manifest, parts).reduce((sum, file) => sum + files.bytesOf(file), 0),
  }));
  return {
    sizes,
    problems: [
      ...sizes
        .filter(({ bytes, budget }) => bytes > budget)
        .map(({ label }) => `${label} is over its budget`),
      ...gridProblems(manifest, files),
      ...publicProblems(manifest, files),
    ],
  };
}

/** Chunks loaded at once with the given ones: they and what they import statically. */
export function chunksOf(manifest: Manifest, parts: readonly string[]): string[] {
  const found = new Set<string>();
  const queue = [...parts];
  for (let part = queue.pop(); part !== undefined; part = queue.pop()) {
    const chunk = manifest[part];
    if (!chunk) throw new Error(`the build has no chunk for ${part}`);
    if (found.has(part)) continue;
    found.add(part);
    queue.push(...(chunk.imports ?? []));
  }
  return [...found];
}

export function scriptsOf(manifest: Manifest, parts: readonly string[]): string[] {
  const files = chunksOf(manifest, parts).map((part) => manifest[part]?.file ?? '');
  return [...new Set(files)].filter((file) => file.endsWith('.js'));
}

function gridProblems(manifest: Manifest, files: Files): string[] {
  const holders = Object.keys(manifest).filter((key) => {
    const file = manifest[key]?.file ?? '';
    return file.endsWith('.js') && GRID_MARKS.some((mark) => files.textOf(file).includes(mark));
  });
  if (holders.length === 0) return ['the grid library was not found in any chunk'];
  const others = Object.keys(manifest).filter(
    (key) =>
      /^(index\.html|public\.html|src\/(features|app)\/.*-page\.tsx|src\/app\/shell\/.*)$/.test(key) &&
      key !== GRID_PAGE,
  );
  return others
    .filter((page) => chunksOf(manifest, [page]).some((chunk) => holders.includes(chunk)))
    .map((page) => `${page} loads the grid library`);
}

/** Follows lazy imports too: no click on a public page may fetch an agent's screen. */
function publicProblems(manifest: Manifest, files: Files): string[] {
  const reached = new Set<string>();
  const queue = ['public.html'];
  for (let part = queue.pop(); part !== undefined; part = queue.pop()) {
    if (reached.has(part)) continue;
    reached.add(part);
    queue.push(...(manifest[part]?.imports ?? []), ...(manifest[part]?.dynamicImports ?? []));
  }
  const isAgents = (part: string) => {
    const file = manifest[part]?.file ?? '';
    if (AGENT_SOURCE.test(manifest[part]?.src ?? part)) return true;
    return file.endsWith('.js') && files.textOf(file).includes(AGENT_MARK);
  };
  return [...reached].filter(isAgents).map((part) => `the public pages reach ${part}`);
}
