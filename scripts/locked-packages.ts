import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { InstalledPackage, LockedPackage } from './supply-rule.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** All packages in the package-lock.json of a checkout, by path. */
export function lockedPackages(checkout: string): Record<string, LockedPackage> {
  return JSON.parse(readFileSync(path.join(checkout, 'package-lock.json'), 'utf8')).packages;
}

/** The installed copy of a package in node_modules; null if it is for another platform or not installed. */
export function installedAt(packagePath: string): InstalledPackage | null {
  const folder = path.join(ROOT, packagePath);
  try {
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const readme = readdirSync(folder).find((name) => /^readme(\.md)?$/i.test(name));
    return { manifest, readme: readme ? readFileSync(path.join(folder, readme), 'utf8') : '' };
  } catch {
    return null;
  }
}
