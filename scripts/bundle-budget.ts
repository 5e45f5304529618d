/** The relevant part of Vite's manifest: chunks by source file, shared chunks by name. */
export type Manifest = Record<
  string,
  {
    file: string;
    src?: string;
    isEntry?: boolean;
    imports?: string[];
    dynamicImports?: string[];
    css?: string[];
  }
>;

/** Build output for a route (`web/screen-files.ts`): the files that its HTML references in addition to the entry's. */
export interface Screen {
  path: string;
  scripts: string[];
  styles: string[];
}

const KB = 1024;
/** Browsers fetch six files in parallel; on a slow connection each further file adds a round trip. */
const MAX_SCRIPTS = 8;
/** The HTML, and what it references. A file that only another file references costs one more round trip. */
const MAX_DEPTH = 2;

/** Limits for a first visit: compressed JavaScript, and the number of scripts and styles. */
const BUDGETS = [
  { label: 'Sign-in page', entry: 'index.html', path: '/crm/login', budget: 150 * KB, requests: 5 },
  { label: 'Today', entry: 'index.html', path: '/crm/today', budget: 300 * KB, requests: 8 },
  { label: 'Client list', entry: 'index.html', path: '/crm/clients', budget: 300 * KB, requests: 8 },
  {
    label: 'Client page',
    entry: 'index.html',
    path: '/crm/clients/$clientId',
    budget: 380 * KB,
    requests: 13,
  },
  { label: 'Ledger', entry: 'index.html', path: '/crm/ledger', budget: 410 * KB, requests: 10 },
  { label: 'Public form', entry: 'public.html', path: null, budget: 170 * KB, requests: 7 },
  { label: 'Signing page', entry: 'public.html', path: '/signing/$ticket', budget: 175 * KB, requests: 9 },
  { label: 'Pay page', entry: 'public.html', path: '/pay/$token', budget: 170 * KB, requests: 9 },
];

/** Texts that occur only in the grid library, and the only screen that may load it. */
const GRID_MARKS = ['data-grid-canvas', 'dvn-scroller'];
const GRID_SCREEN = '/crm/ledger';
/** Sources whose chunks the public pages must not load. */
const AGENT_SOURCE = /^src\/(app|features)\//;
/** Text that occurs only in the agents' sign-in store: public pages never access the agent token (decisions B15). */
const AGENT_MARK = 'adminFirstName';

/** Text that occurs only in the script that starts a page's first API call (`web/first-calls.ts`). */
const FIRST_CALL_MARK = 'startedCalls';

interface Files {
  bytesOf: (file: string) => number;
  textOf: (file: string) => string;
}

export interface BundleFindings {
  sizes: {
    label: string;
    bytes: number;
    budget: number;
    scripts: string[];
    requests: number;
    chain: number;
  }[];
  problems: string[];
}

/** Measures the initial screens, and checks that no page loads the grid library or agent code without need. */
export function bundleFindings(manifest: Manifest, screens: Screen[], files: Files): BundleFindings {
  const sizes = BUDGETS.map(({ label, entry, path, budget, requests: maxRequests }) => {
    const { scripts, styles } = filesOf(manifest, screens, entry, path);
    const bytes = scripts.reduce((sum, file) => sum + files.bytesOf(file), 0);
    const depths = depthsOf(manifest, screens, files, entry, path);
    const requests = scripts.length + styles.length;
    return {
      label,
      budget,
      scripts,
      bytes,
      requests,
      maxRequests,
      depths,
      chain: Math.max(...depths.values()),
    };
  });
  return {
    sizes,
    problems: [
      ...sizes
        .filter(({ bytes, budget }) => bytes > budget)
        .map(({ label }) => `${label} is over its budget`),
      ...sizes
        .filter(({ scripts }) => scripts.length > MAX_SCRIPTS)
        .map(({ label, scripts }) => `${label} loads ${scripts.length} scripts, more than ${MAX_SCRIPTS}`),
      ...sizes
        .filter(({ requests, maxRequests }) => requests > maxRequests)
        .map(
          ({ label, requests, maxRequests }) =>
            `${label} requests ${requests} files, more than ${maxRequests}`,
        ),
      ...sizes.flatMap(({ label, depths }) =>
        [...depths]
          .filter(([, depth]) => depth > MAX_DEPTH)
          .map(([file, depth]) => `${label} requests ${file} at depth ${depth}`),
      ),
      ...BUDGETS.filter(({ entry }) => !files.textOf(entry).includes(FIRST_CALL_MARK)).map(
        ({ label }) => `${label} starts no API call in its HTML`,
      ),
      ...gridProblems(manifest, screens, files),
      ...publicProblems(manifest, files),
    ],
  };
}

interface Loaded {
  scripts: string[];
  styles: string[];
}

/** The files that a route loads before it renders: those its HTML references, and their imports. */
function filesOf(manifest: Manifest, screens: Screen[], entry: string, path: string | null): Loaded {
  const found = [...partsOf(manifest, startsOf(manifest, screens, entry, path))];
  const scripts = found.map((part) => manifest[part]?.file ?? '').filter((file) => file.endsWith('.js'));
  const styles = found.flatMap((part) => manifest[part]?.css ?? []);
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
}

function scriptsOf(manifest: Manifest, screens: Screen[], entry: string, path: string | null): string[] {
  return filesOf(manifest, screens, entry, path).scripts;
}

/** The entry and the chunks that the route adds to it. */
function startsOf(manifest: Manifest, screens: Screen[], entry: string, path: string | null): string[] {
  const screen = screens.find((one) => one.path === path);
  if (path !== null && !screen) throw new Error(`the build lists no scripts for ${path}`);
  const named = Object.keys(manifest).filter((key) => screen?.scripts.includes(manifest[key]?.file ?? ''));
  return [entry, ...named];
}

function partsOf(manifest: Manifest, starts: string[]): Set<string> {
  const found = new Set(starts);
  for (const part of found) {
    const chunk = manifest[part];
    if (!chunk) throw new Error(`the build has no chunk for ${part}`);
    for (const next of chunk.imports ?? []) found.add(next);
  }
  return found;
}

/**
 * The request depth of each file: 1 for the HTML, 2 for what it references, and for any other file one more than for the
 * script that imports it.
 */
function depthsOf(
  manifest: Manifest,
  screens: Screen[],
  files: Files,
  entry: string,
  path: string | null,
): Map<string, number> {
  const html = files.textOf(entry);
  const screen = screens.find((one) => one.path === path);
  const listed = [...(screen?.scripts ?? []), ...(screen?.styles ?? [])];
  const isNamed = (file: string) => html.includes(`/${file}"`) || listed.includes(file);
  const depths = new Map<string, number>([[entry, 1]]);
  const parts = partsOf(manifest, startsOf(manifest, screens, entry, path));
  const references = [...parts].flatMap((part) => {
    const { file = '', imports = [], css = [] } = manifest[part] ?? {};
    return [...imports.map((next) => manifest[next]?.file ?? ''), ...css].map((next) => ({ file, next }));
  });
  const scripts = startsOf(manifest, screens, entry, path).map((part) => manifest[part]?.file ?? '');
  for (const file of [...scripts, ...references.map(({ next }) => next)])
    if (isNamed(file)) depths.set(file, 2);
  // Breadth-first, so the first depth found for a file is its smallest.
  for (const [file, depth] of depths)
    for (const { file: from, next } of references)
      if (from === file && !depths.has(next)) depths.set(next, depth + 1);
  return depths;
}

function gridProblems(manifest: Manifest, screens: Screen[], files: Files): string[] {
  const gridFiles = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js') && GRID_MARKS.some((mark) => files.textOf(file).includes(mark)));
  if (gridFiles.length === 0) return ['the grid library was not found in any chunk'];
  const addresses = [
    ...screens.filter(({ path }) => path !== GRID_SCREEN).map(({ path }) => ({ entry: 'index.html', path })),
    { entry: 'public.html', path: null },
  ];
  return addresses
    .filter(({ entry, path }) =>
      scriptsOf(manifest, screens, entry, path).some((file) => gridFiles.includes(file)),
    )
    .map(({ entry, path }) => `${path ?? entry} loads the grid library`);
}

/** Follows lazy imports too: no click on a public page may load an agent screen. */
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
  return [...reached].filter(isAgents).map((part) => `the public pages load ${part}`);
}
