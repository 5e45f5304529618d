import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installedAt, lockedPackages } from './locked-packages.ts';
import { type Bom, reproducibleBom } from './reproducible-bom.ts';
import { type LockedPackage, licenseOf, packageNameOf } from './supply-rule.ts';

/**
 * The bill of materials of a checkout as CycloneDX, reproducible for the same package-lock.json: npm generates it from the
 * lock file, offline; this removes what differs between runs and adds licenses that npm cannot read.
 */
export function billOfMaterials(folder: string): string {
  const npm = process.env.npm_execpath;
  const [command, ...first] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];
  const args = [
    ...first,
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
  ];
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    // A build sets NODE_ENV in its process, and npm would then omit the development packages.
    env: { ...process.env, NODE_ENV: '' },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
  const bom: Bom = JSON.parse(stdout);
  const packages = lockedPackages(folder);
  const digest = createHash('sha256').update(JSON.stringify(packages)).digest('hex');
  return `${JSON.stringify(reproducibleBom(bom, digest, licensesOf(packages)), null, 2)}\n`;
}

/** Licenses as our own rule reads them, for packages without one in package-lock.json. */
function licensesOf(packages: Readonly<Record<string, LockedPackage>>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [packagePath, locked] of Object.entries(packages)) {
    if (!packagePath.includes('node_modules/') || locked.link) continue;
    const license = licenseOf(locked, installedAt(packagePath));
    if (license) found.set(`${packageNameOf(packagePath)}@${locked.version}`, license);
  }
  return found;
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..');
  const file = path.resolve(process.argv[2] ?? path.join(root, 'release/ledgerline.cdx.json'));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, billOfMaterials(root));
  console.log(`Bill of materials: ${file}`);
}
