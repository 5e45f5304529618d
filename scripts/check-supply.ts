import { readFileSync } from 'node:fs';
import path from 'node:path';
import { installedAt, lockedPackages } from './locked-packages.ts';
import { supplyProblems } from './supply-rule.ts';

/** Checks licenses, checksums and install scripts of every package that npm ci would install, without network access. */
const MIN_PACKAGES = 300;
const ROOT = path.resolve(import.meta.dirname, '..');
const root = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const packages = lockedPackages(ROOT);
const problems = supplyProblems(packages, installedAt, Object.keys(root.allowScripts));
const count = Object.keys(packages).length;
if (count < MIN_PACKAGES) problems.push(`found only ${count} packages in package-lock.json`);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
