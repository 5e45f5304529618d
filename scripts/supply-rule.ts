/**
 * Every licence that a package may come under, by its SPDX id: this list is the only place. All of them let a product be
 * run and handed on without opening its own code; MPL-2.0 asks that for changed files of the package alone, and OFL-1.1
 * covers the typeface.
 */
export const ACCEPTED_LICENSES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** What package-lock.json says of one package. */
export interface LockedPackage {
  version?: string;
  license?: string;
  link?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

/** An installed copy of a package: its package.json and its README, where it has them. */
export interface InstalledPackage {
  manifest: Record<string, unknown>;
  readme: string;
}

type Tokens = string[];

/** Whether an SPDX expression lets us take the package: of "OR" one side is enough, of "AND" both count. */
export function isAccepted(expression: string): boolean {
  const tokens: Tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  const isAllowed = anyOf(tokens);
  return isAllowed && tokens.length === 0;
}

function anyOf(tokens: Tokens): boolean {
  let isAllowed = allOf(tokens);
  while (tokens[0] === 'OR') {
    tokens.shift();
    isAllowed = allOf(tokens) || isAllowed;
  }
  return isAllowed;
}

function allOf(tokens: Tokens): boolean {
  let isAllowed = oneOf(tokens);
  while (tokens[0] === 'AND') {
    tokens.shift();
    isAllowed = oneOf(tokens) && isAllowed;
  }
  return isAllowed;
}

/** One id or what stands in brackets; an exception ("WITH …") makes it another licence, which nobody has accepted. */
function oneOf(tokens: Tokens): boolean {
  const word = tokens.shift() ?? '';
  if (word !== '(') return ACCEPTED_LICENSES.has(word);
  const isAllowed = anyOf(tokens);
  return tokens.shift() === ')' && isAllowed;
}

const README_SECTION = /^#+ +licen[cs]e\s*\n+\s*([^\n]+)/im;

/**
 * The licence of a package as an SPDX expression, or null where nothing tells it. Old packages wrote it otherwise: as a
 * list of objects, all of which then count, or only under a heading of their README, whose first line it has to be.
 */
export function licenseOf(locked: LockedPackage, installed: InstalledPackage | null): string | null {
  const { license, licenses } = installed?.manifest ?? {};
  const written = namesOf(license ?? licenses);
  if (written.length > 0) return written.join(' AND ');
  if (locked.license) return locked.license;
  return README_SECTION.exec(installed?.readme ?? '')?.[1]?.trim() ?? null;
}

function namesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesOf);
  return typeof value === 'object' && value !== null && 'type' in value ? namesOf(value.type) : [];
}

/** The name of a package by its place in the lock: `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const packageNameOf = (packagePath: string) =>
  packagePath.slice(packagePath.lastIndexOf('node_modules/') + 13);

/**
 * What is wrong with the packages of a lock file: a licence that is not accepted, or that the lock and the installed copy
 * name differently, contents that no checksum binds, a place other than the registry, and a script that would run at its
 * installation without standing in `allowScripts` of package.json.
 */
export function supplyProblems(
  packages: Readonly<Record<string, LockedPackage>>,
  installedAt: (packagePath: string) => InstalledPackage | null,
  allowedScripts: readonly string[],
): string[] {
  return Object.entries(packages)
    .filter(([packagePath, { link }]) => packagePath.includes('node_modules/') && !link)
    .flatMap(([packagePath, locked]) => {
      const problems = [
        ...licenseProblems(locked, installedAt(packagePath)),
        ...contentProblems(locked),
        ...scriptProblems(packageNameOf(packagePath), locked, allowedScripts),
      ];
      return problems.map((problem) => `${packageNameOf(packagePath)} ${locked.version}: ${problem}`);
    });
}

function licenseProblems(locked: LockedPackage, installed: InstalledPackage | null): string[] {
  const license = licenseOf(locked, installed);
  if (license === null)
    return ['neither package-lock.json nor an installed copy tells its licence; run npm ci first'];
  if (installed && locked.license && license !== locked.license)
    return [`its copy is under ${license}, package-lock.json says ${locked.license}`];
  return isAccepted(license)
    ? []
    : [`its licence ${license} is not in the list of accepted ones (scripts/supply-rule.ts)`];
}

function contentProblems({ integrity, resolved }: LockedPackage): string[] {
  const problems = [];
  if (!integrity?.startsWith('sha512-')) problems.push('package-lock.json has no SHA-512 of it');
  if (resolved) problems.push('it does not come from the registry that npm is set to');
  return problems;
}

/** Allowed are packages by name, and with one of a scope its siblings for other machines. */
function scriptProblems(
  name: string,
  { hasInstallScript }: LockedPackage,
  allowed: readonly string[],
): string[] {
  const scopes = allowed.filter((one) => one.includes('/')).map((one) => one.replace(/[^/]*$/, ''));
  const isAllowed = allowed.includes(name) || scopes.some((scope) => name.startsWith(scope));
  return hasInstallScript && !isAllowed
    ? ['it runs a script at its installation and does not stand under allowScripts in package.json']
    : [];
}
