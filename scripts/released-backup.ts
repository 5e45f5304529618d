import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleAnswers } from '../contract/src/web-forms/testing/personal-info-answers.ts';
import type { ReleasedFacts } from '../server/src/testing/released/facts.ts';
import { startServer } from './released/portal.ts';
import { fillPortal, sha256 } from './released/scenario.ts';

/**
 * npm run release:backup [-- <folder with another version's code>]: runs that version on an empty data folder, simulates the
 * work of a few people, and stores its backup with the expected facts under server/src/testing/released/<commit>.
 */
const codeFolder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const git = (...args: string[]) => execFileSync('git', args, { cwd: codeFolder, encoding: 'utf8' }).trim();
if (git('status', '--porcelain', '--untracked-files=no') !== '') {
  console.error(`${codeFolder} has uncommitted changes: commit them first.`);
  process.exit(1);
}
const commit = git('rev-parse', '--short=7', 'HEAD');
const target = path.join(import.meta.dirname, '../server/src/testing/released', commit);

async function digests(): Promise<Record<string, string>> {
  const folder = path.join(codeFolder, 'server/migrations');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const read = async (name: string) => [name, sha256(await readFile(path.join(folder, name)))];
  return Object.fromEntries(await Promise.all(names.map(read)));
}

const work = await mkdtemp(path.join(tmpdir(), 'ledgerline-release-'));
try {
  const server = await startServer(codeFolder, path.join(work, 'data'));
  try {
    const made_at = new Date().toISOString();
    const facts: ReleasedFacts = {
      commit,
      made_at,
      migrations: await digests(),
      ...(await fillPortal(server.portal, sampleAnswers())),
    };
    await server.run('backup', [path.join(work, 'backup')]);
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    await cp(path.join(work, 'backup'), path.join(target, 'backup'), { recursive: true });
    await writeFile(path.join(target, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
    execFileSync('biome', ['format', '--write', path.join(target, 'facts.json')]);
    console.log(`Written to ${target}`);
  } finally {
    await server.stop();
  }
} finally {
  await rm(work, { recursive: true, force: true });
}
