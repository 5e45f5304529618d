/** The part of Vite's manifest that matters here: chunks by their source file, or by a name for shared ones. */
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

/** What the build says of an address (`web/screen-files.ts`): the files that its HTML names beside the entry's. */
export interface Screen {
  path: string;
  scripts: string[];
  styles: string[];
}

const KB = 1024;
/** Browsers fetch six at a time; on a bad line each more is a wait of its own. */
const MOST_SCRIPTS = 8;
/** The HTML, and what it names: whatever only one of its files names comes a whole wait later. */
const LONGEST_CHAIN = 2;

/** What a first visit may weigh, as compressed JavaScript, and how many scripts and styles it may ask for. */
const BUDGETS = [
  { label: 'Sign-in page', entry: 'index.html', path: '/crm/login', budget: 150 * KB, requests: 6 },
  { label: 'Client list', entry: 'index.html', path: '/crm/clients', budget: 300 * KB, requests: 9 },
  {
    label: 'Client page',
    entry: 'index.html',
    path: '/crm/clients/$clientId',
    budget: 380 * KB,
    requests: 13,
  },
  { label: 'Ledger', entry: 'index.html', path: '/crm/ledger', budget: 410 * KB, requests: 11 },
  { label: 'Public form', entry: 'public.html', path: null, budget: 170 * KB, requests: 7 },
  { label: 'Signing page', entry: 'public.html', path: '/signing/$ticket', budget: 175 * KB, requests: 9 },
  { label: 'Pay page', entry: 'public.html', path: '/pay/$token', budget: 170 * KB, requests: 9 },
];

/** Text that only the grid library carries, and the one screen that may load it. */
const GRID_MARKS = ['data-grid-canvas', 'dvn-scroller'];
const GRID_SCREEN = '/crm/ledger';
/** Sources whose chunks the public pages must not reach. */
const AGENT_SOURCE = /^src\/(app|features)\//;
/** Text that only the agents' sign-in store carries: public pages never touch the agent token (decisions B15). */
const AGENT_MARK = 'adminFirstName';

/** What only the script carries that begins a page's first call (`web/first-calls.ts`). */
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

/** Weighs the first screens and checks that nobody loads what is not theirs. */
export function bundleFindings(manifest: Manifest, screens: Screen[], files: Files): BundleFindings {
  const sizes = BUDGETS.map(({ label, entry, path, budget, requests: most }) => {
    const { scripts, styles } = filesOf(manifest, screens, entry, path);
    const bytes = scripts.reduce((sum, file) => sum + files.bytesOf(file), 0);
    const waits = waitsOf(manifest, screens, files, entry, path);
    const requests = scripts.length + styles.length;
    return { label, budget, scripts, bytes, requests, most, waits, chain: Math.max(...waits.values()) };
  });
  return {
    sizes,
    problems: [
      ...sizes
        .filter(({ bytes, budget }) => bytes > budget)
        .map(({ label }) => `${label} is over its budget`),
      ...sizes
        .filter(({ scripts }) => scripts.length > MOST_SCRIPTS)
        .map(({ label, scripts }) => `${label} loads ${scripts.length} scripts, more than ${MOST_SCRIPTS}`),
      ...sizes
        .filter(({ requests, most }) => requests > most)
        .map(({ label, requests, most }) => `${label} asks for ${requests} files, more than ${most}`),
      ...sizes.flatMap(({ label, waits }) =>
        [...waits]
          .filter(([, wait]) => wait > LONGEST_CHAIN)
          .map(
            ([file, wait]) => `${label} asks for ${file} as the last of ${wait} requests one after the other`,
          ),
      ),
      ...BUDGETS.filter(({ entry }) => !files.textOf(entry).includes(FIRST_CALL_MARK)).map(
        ({ label }) => `${label} begins no call in its HTML`,
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

/** The files that an address loads before it shows anything: those its HTML names, and what they import. */
function filesOf(manifest: Manifest, screens: Screen[], entry: string, path: string | null): Loaded {
  const found = [...partsOf(manifest, startsOf(manifest, screens, entry, path))];
  const scripts = found.map((part) => manifest[part]?.file ?? '').filter((file) => file.endsWith('.js'));
  const styles = found.flatMap((part) => manifest[part]?.css ?? []);
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] };
}

function scriptsOf(manifest: Manifest, screens: Screen[], entry: string, path: string | null): string[] {
  return filesOf(manifest, screens, entry, path).scripts;
}

/** The entry and what the address adds to it. */
function startsOf(manifest: Manifest, screens: Screen[], entry: string, path: string | null): string[] {
  const screen = screens.find((one) => one.path === path);
  if (path !== null && !screen) throw new Error(`the build names no scripts for ${path}`);
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
 * How many requests one after the other it takes to have each file: the HTML, what it names, and for whatever it does not
 * name one more than for the script that imports it.
 */
function waitsOf(
  manifest: Manifest,
  screens: Screen[],
  files: Files,
  entry: string,
  path: string | null,
): Map<string, number> {
  const html = files.textOf(entry);
  const screen = screens.find((one) => one.path === path);
  const beside = [...(screen?.scripts ?? []), ...(screen?.styles ?? [])];
  const isNamed = (file: string) => html.includes(`/${file}"`) || beside.includes(file);
  const waits = new Map<string, number>([[entry, 1]]);
  const parts = partsOf(manifest, startsOf(manifest, screens, entry, path));
  const ways = [...parts].flatMap((part) => {
    const { file = '', imports = [], css = [] } = manifest[part] ?? {};
    return [...imports.map((next) => manifest[next]?.file ?? ''), ...css].map((next) => ({ file, next }));
  });
  const scripts = startsOf(manifest, screens, entry, path).map((part) => manifest[part]?.file ?? '');
  for (const file of [...scripts, ...ways.map(({ next }) => next)]) if (isNamed(file)) waits.set(file, 2);
  // Level by level: what is reached first is reached soonest.
  for (const [file, wait] of waits)
    for (const way of ways) if (way.file === file && !waits.has(way.next)) waits.set(way.next, wait + 1);
  return waits;
}

function gridProblems(manifest: Manifest, screens: Screen[], files: Files): string[] {
  const holders = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.js') && GRID_MARKS.some((mark) => files.textOf(file).includes(mark)));
  if (holders.length === 0) return ['the grid library was not found in any chunk'];
  const addresses = [
    ...screens.filter(({ path }) => path !== GRID_SCREEN).map(({ path }) => ({ entry: 'index.html', path })),
    { entry: 'public.html', path: null },
  ];
  return addresses
    .filter(({ entry, path }) =>
      scriptsOf(manifest, screens, entry, path).some((file) => holders.includes(file)),
    )
    .map(({ entry, path }) => `${path ?? entry} loads the grid library`);
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
