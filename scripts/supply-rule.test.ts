import { describe, expect, it } from 'vitest';
import { type InstalledPackage, isAccepted, licenseOf, supplyProblems } from './supply-rule.ts';

const copy = (manifest: Record<string, unknown>, readme = ''): InstalledPackage => ({ manifest, readme });
const LOCKED = { version: '1.0.0', license: 'MIT', integrity: 'sha512-abc' };
const problemsOf = (locked: object, installed: InstalledPackage | null = null, allowed: string[] = []) =>
  supplyProblems({ 'node_modules/a/node_modules/@b/c': { ...LOCKED, ...locked } }, () => installed, allowed);

describe('an SPDX expression', () => {
  it.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['MIT OR GPL-3.0-only', true],
    ['(GPL-2.0-only OR Apache-2.0)', true],
    ['MIT AND GPL-3.0-only', false],
    ['MIT AND (GPL-3.0-only OR Zlib)', true],
    ['GPL-2.0-only OR MIT AND AGPL-3.0-only', false],
    ['GPL-2.0-only WITH Classpath-exception-2.0', false],
    ['(MIT', false],
    ['MIT Apache-2.0', false],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['UNLICENSED', false],
    ['', false],
  ])('%s', (expression, expected) => {
    expect(isAccepted(expression)).toBe(expected);
  });
});

describe('the license of a package', () => {
  it('is that of the installed copy, otherwise that of the lock file', () => {
    expect(licenseOf({ license: 'MIT' }, copy({ license: 'ISC' }))).toBe('ISC');
    expect(licenseOf({ license: 'MIT' }, null)).toBe('MIT');
  });

  it('is read from the objects and lists of old packages, and all in a list apply', () => {
    expect(licenseOf({}, copy({ license: { type: 'MIT', url: 'https://example.com' } }))).toBe('MIT');
    expect(licenseOf({}, copy({ licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] }))).toBe('MIT AND GPL-2.0');
  });

  it('falls back to the first line under its heading in the README', () => {
    expect(licenseOf({}, copy({}, '# A\n\nMIT is near Boston.\n\n## License\n\n  MIT\n'))).toBe('MIT');
    expect(licenseOf({}, copy({}, '# A\n\nMIT\n'))).toBeNull();
    expect(isAccepted(licenseOf({}, copy({}, '## License\n\nAsk me.\n')) ?? '')).toBe(false);
  });
});

describe('the packages of a lock file', () => {
  it('are reported if their license is not accepted, unknown, or differs from the lock file', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ license: 'GPL-3.0-only' })).toEqual([
      expect.stringMatching(/^@b\/c 1\.0\.0: its license GPL-3\.0-only is not/),
    ]);
    expect(problemsOf({ license: undefined })).toEqual([expect.stringMatching(/states its license/)]);
    expect(problemsOf({}, copy({ license: 'ISC' }))).toEqual([expect.stringMatching(/has the license ISC/)]);
  });

  it('may have a copyleft license if only the build and the checks use them', () => {
    expect(problemsOf({ license: 'GPL-3.0-or-later', dev: true })).toEqual([]);
    expect(problemsOf({ license: 'AGPL-3.0-only', dev: true })).toHaveLength(1);
    expect(problemsOf({ license: 'GPL-3.0-or-later', dev: false })).toHaveLength(1);
  });

  it('have a checksum and come from the registry', () => {
    expect(problemsOf({ integrity: undefined })).toEqual([expect.stringMatching(/no SHA-512/)]);
    expect(problemsOf({ integrity: 'sha1-abc' })).toHaveLength(1);
    expect(problemsOf({ resolved: 'git+ssh://example.com/c.git' })).toEqual([
      expect.stringMatching(/registry/),
    ]);
  });

  it('run no install script that is not allowed', () => {
    expect(problemsOf({ hasInstallScript: true })).toEqual([expect.stringMatching(/allowScripts/)]);
    expect(problemsOf({ hasInstallScript: true }, null, ['@b/c'])).toEqual([]);
    expect(problemsOf({ hasInstallScript: true }, null, ['@b/for-another-machine'])).toEqual([]);
    expect(problemsOf({ hasInstallScript: true }, null, ['b'])).toHaveLength(1);
  });

  it('exclude our own workspaces, which are links', () => {
    expect(supplyProblems({ '': {}, server: {}, 'node_modules/a': { link: true } }, () => null, [])).toEqual(
      [],
    );
  });
});
