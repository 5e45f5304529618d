import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFindings, type Manifest, type Screen } from './bundle-budget.ts';

// Measures what the initial screens load (run after `npm run build`): `node scripts/check-bundle.ts`.

const dist = join(import.meta.dirname, '..', 'web', 'dist');

function built<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(join(dist, file), 'utf8'));
  } catch {
    console.error(`${dist} contains no build: run "npm run build" first.`);
    process.exit(1);
  }
}

/** The size that the server sends; small files have no compressed version. */
function compressedBytes(file: string): number {
  const [plain, compressed] = [join(dist, file), join(dist, `${file}.br`)];
  return statSync(existsSync(compressed) ? compressed : plain).size;
}

const findings = bundleFindings(built<Manifest>('.vite/manifest.json'), built<Screen[]>('screens.json'), {
  bytesOf: compressedBytes,
  textOf: (file) => readFileSync(join(dist, file), 'utf8'),
});
for (const { label, bytes, budget, scripts, requests, chain } of findings.sizes) {
  console.log(
    `${label}: ${(bytes / 1024).toFixed(1)} KB of ${budget / 1024} KB compressed JavaScript in ${scripts.length} scripts, ` +
      `${requests} files, request depth ${chain}`,
  );
  if (!process.argv.includes('--list')) continue;
  for (const file of scripts)
    console.log(`  ${(compressedBytes(file) / 1024).toFixed(1).padStart(7)} KB  ${file}`);
}
for (const problem of findings.problems) console.error(problem);
process.exit(findings.problems.length > 0 ? 1 : 0);
