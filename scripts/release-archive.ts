import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtFiles, committedFiles, committedState } from './released-files.ts';
import { billOfMaterials } from './sbom.ts';
import { tarGz } from './tar-archive.ts';
import { buildWeb, STAMP_NAME, stampOfArchive, WEB_BUILD } from './web-build.ts';

/**
 * Creates the archive of a release with its SHA-256 and its bill of materials: `npm run release:archive [-- <folder>]`. The
 * archive contains the commit and the browser code built from it. It is reproducible: the same commit results in the same
 * bytes on every machine with the Node and the packages of package-lock.json.
 */
const ROOT = path.resolve(import.meta.dirname, '..');

async function main(): Promise<void> {
  const { commit, seconds } = committedState(ROOT);
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const name = `ledgerline-${version}`;
  await buildWeb();
  const stamp = Buffer.from(await stampOfArchive(seconds));
  const files = [
    ...committedFiles(ROOT),
    ...builtFiles(WEB_BUILD, 'web/dist', [STAMP_NAME]),
    { path: `web/dist/${STAMP_NAME}`, content: stamp, isExecutable: false },
  ];
  const archive = tarGz(
    files.map((file) => ({ ...file, path: `${name}/${file.path}` })),
    seconds,
  );
  const folder = path.resolve(process.argv[2] ?? path.join(ROOT, 'release'));
  mkdirSync(folder, { recursive: true });
  const sum = createHash('sha256').update(archive).digest('hex');
  writeFileSync(path.join(folder, `${name}.tar.gz`), archive);
  writeFileSync(path.join(folder, `${name}.tar.gz.sha256`), `${sum}  ${name}.tar.gz\n`);
  writeFileSync(path.join(folder, `${name}.cdx.json`), billOfMaterials(ROOT));
  console.log(`${name}.tar.gz: ${files.length} files of commit ${commit}, SHA-256 ${sum}`);
}

await main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
