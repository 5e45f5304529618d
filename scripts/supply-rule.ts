/**
 * Accepted licenses, by SPDX id. All of them allow running and distributing a product without publishing its
 * source; MPL-2.0 requires that only for changed files of the package itself, and OFL-1.1 is for the typeface.
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

/**
 * Licenses that are accepted in addition for tools of the build and the checks. Nothing of such a package becomes part of the
 * running product.
 */
export const ACCEPTED_TOOL_LICENSES: ReadonlySet<string> = new Set([
  'CC BY-SA 4.0',
  'GPL-3.0-or-later',
  'LGPL-3.0',
  'WTFPL',
]);

/** The entry of a package in package-lock.json. */
export interface LockedPackage {
  version?: string;
  license?: string;
  link?: boolean;
  /** Only devDependencies lead to this package. */
  dev?: boolean;
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

/** An installed copy of a package: its package.json, and its README if it has one. */
export interface InstalledPackage {
  manifest: Record<string, unknown>;
  readme: string;
}

type Tokens = string[];

/** Whether an SPDX expression is accepted: one side of an "OR" is enough, both sides of an "AND" are required. */
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

/** One id or a parenthesized expression. An exception ("WITH …") makes it a different license, which is not accepted. */
function oneOf(tokens: Tokens): boolean {
  const word = tokens.shift() ?? '';
  if (word !== '(') return ACCEPTED_LICENSES.has(word);
  const isAllowed = anyOf(tokens);
  return tokens.shift() === ')' && isAllowed;
}

const README_SECTION = /^#+ +licen[cs]e\s*\n+\s*([^\n]+)/im;

/**
 * The license of a package as an SPDX expression, or null if it states none. Old packages use other forms: a list of objects,
 * all of which apply, or only a heading in their README with the license in the first line below.
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

/** The name of a package from its path in the lock file: `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const packageNameOf = (packagePath: string) =>
  packagePath.slice(packagePath.lastIndexOf('node_modules/') + 13);

/**
 * Problems of the packages in a lock file: a license that is not accepted or differs from the installed copy, a missing
 * checksum, a source other than the registry, and an install script that is not listed in `allowScripts` of package.json.
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
    return ['neither package-lock.json nor an installed copy states its license; run npm ci first'];
  if (installed && locked.license && license !== locked.license)
    return [`its installed copy has the license ${license}, package-lock.json says ${locked.license}`];
  return isAccepted(license) || (locked.dev && ACCEPTED_TOOL_LICENSES.has(license))
    ? []
    : [`its license ${license} is not accepted (list in scripts/supply-rule.ts)`];
}

function contentProblems({ integrity, resolved }: LockedPackage): string[] {
  const problems = [];
  if (!integrity?.startsWith('sha512-')) problems.push('package-lock.json has no SHA-512 for it');
  if (resolved) problems.push('it does not come from the registry that npm is configured for');
  return problems;
}

/**
 * Packages are allowed by name. An allowed package with a scope also allows that scope's packages for other platforms.
 */
function scriptProblems(
  name: string,
  { hasInstallScript }: LockedPackage,
  allowed: readonly string[],
): string[] {
  const scopes = allowed.filter((one) => one.includes('/')).map((one) => one.replace(/[^/]*$/, ''));
  const isAllowed = allowed.includes(name) || scopes.some((scope) => name.startsWith(scope));
  return hasInstallScript && !isAllowed
    ? ['it has an install script and is not listed under allowScripts in package.json']
    : [];
}
