/** The part of Vite's manifest that matters here: chunks by their source file, or by a name for shared ones. */
export type Manifest = Record<
  string,
  { file: string; src?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
>;

/** What the build says of an address (`web/screen-files.ts`): the scripts that its HTML names beside the entry's. */
export interface Screen {
  path: string;
  scripts: string[];
}

const KB = 1024;
/** Browsers fetch six at a time; on a bad line each more is a wait of its own. */
const MOST_SCRIPTS = 8;

/** What a first visit may weigh, as compressed JavaScript. */
const BUDGETS = [
  { label: 'Sign-in page', entry: 'index.html', path: '/crm/login', budget: 150 * KB },
  { label: 'Client list', entry: 'index.html', path: '/crm/clients', budget: 360 * KB },
  { label: 'Client page', entry: 'index.html', path: '/crm/clients/$clientId', budget: 380 * KB },
  { label: 'Ledger', entry: 'index.html', path: '/crm/ledger', budget: 470 * KB },
  { label: 'Public form', entry: 'public.html', path: null, budget: 170 * KB },
  { label: 'Signing page', entry: 'public.html', path: '/signing/$ticket', budget: 175 * KB },
  { label: 'Pay page', entry: 'public.html', path: '/pay/$token', budget: 170 * KB },
];

/** Text that only the grid library carries, and the one screen that may load it. */
const GRID_MARKS = ['data-grid-canvas', 'dvn-scroller'];
const GRID_SCREEN = '/crm/ledger';
/** Sources whose chunks the public pages must not reach. */
const AGENT_SOURCE = /^src\/(app|features)\//;
/** Text that only the agents' sign-in store carries: public pages never touch the agent token (decisions B15). */
const AGENT_MARK = 'adminFirstName';

interface Files {
  bytesOf: (file: string) => number;
  textOf: (file: string) => string;
}

export interface BundleFindings {
  sizes: { label: string; bytes: number; budget: number; scripts: string[] }[];
  problems: string[];
}

/** Weighs the first screens and checks that nobody loads what is not theirs. */
export function bundleFindings(manifest: Manifest, screens: Screen[], files: Files): BundleFindings {
  const sizes = BUDGETS.map(({ label, entry, path, budget }) => {
    const scripts = scriptsOf(manifest, screens, entry, path);
    return { label, budget, scripts, bytes: scripts.reduce((sum, file) => sum + files.bytesOf(file), 0) };
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
      ...BUDGETS.flatMap(({ label, entry, path }) =>
        lateScripts(manifest, screens, files, entry, path).map(
          (file) => `${label} asks for ${file} only when another script has come`,
        ),
      ),
      ...gridProblems(manifest, screens, files),
      ...publicProblems(manifest, files),
    ],
  };
}

/** The scripts that an address runs before it shows anything: those its HTML names, and what they import. */
function scriptsOf(manifest: Manifest, screens: Screen[], entry: string, path: string | null): string[] {
  const screen = screens.find((one) => one.path === path);
  if (path !== null && !screen) throw new Error(`the build names no scripts for ${path}`);
  const keys = Object.keys(manifest).filter((key) => screen?.scripts.includes(manifest[key]?.file ?? ''));
  const found = new Set<string>();
  const queue = [entry, ...keys];
  for (let part = queue.pop(); part !== undefined; part = queue.pop()) {
    const chunk = manifest[part];
    if (!chunk) throw new Error(`the build has no chunk for ${part}`);
    if (found.has(part)) continue;
    found.add(part);
    queue.push(...(chunk.imports ?? []));
  }
  const scripts = [...found].map((part) => manifest[part]?.file ?? '').filter((file) => file.endsWith('.js'));
  return [...new Set(scripts)];
}

/** The longest chain of requests is the HTML and its scripts: whatever the HTML does not name comes a whole wait later. */
function lateScripts(
  manifest: Manifest,
  screens: Screen[],
  files: Files,
  entry: string,
  path: string | null,
): string[] {
  const named = screens.find((screen) => screen.path === path)?.scripts ?? [];
  const html = files.textOf(entry);
  return scriptsOf(manifest, screens, entry, path).filter(
    (file) => !html.includes(`/${file}"`) && !named.includes(file),
  );
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
