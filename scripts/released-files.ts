import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ArchivedFile } from './tar-archive.ts';

const MAX_BYTES = 512 * 1024 * 1024;

function git(checkout: string, args: string[], input = ''): Buffer {
  return execFileSync('git', args, { cwd: checkout, maxBuffer: MAX_BYTES, input });
}

/** The current commit of a checkout and its time in seconds; throws if there are uncommitted changes. */
export function committedState(checkout: string): { commit: string; seconds: number } {
  const changed = git(checkout, ['status', '--porcelain']).toString().trim();
  if (changed !== '') throw new Error(`Uncommitted changes; commit or remove them first:\n${changed}`);
  const [commit = '', seconds = ''] = git(checkout, ['log', '-1', '--format=%H %ct'])
    .toString()
    .trim()
    .split(' ');
  return { commit, seconds: Number(seconds) };
}

/** Every file of the commit as git stores it, independent of the machine's line endings and file modes. */
export function committedFiles(checkout: string): ArchivedFile[] {
  const listed = git(checkout, ['ls-tree', '-r', '-z', 'HEAD']).toString().split('\0').filter(Boolean);
  const files = listed.map((line) => {
    const [, mode, id = '', name = ''] = /^(\d+) blob (\w+)\t(.+)$/s.exec(line) ?? [];
    if (mode !== '100644' && mode !== '100755') throw new Error(`an archive can contain only files: ${line}`);
    return { path: name, id, isExecutable: mode === '100755' };
  });
  const contents = git(checkout, ['cat-file', '--batch'], files.map(({ id }) => `${id}\n`).join(''));
  let at = 0;
  return files.map(({ path: name, id, isExecutable }) => {
    const start = contents.indexOf('\n', at) + 1;
    const [found, , size] = contents.toString('latin1', at, start).split(' ');
    if (found !== id) throw new Error(`git has no contents of ${name}`);
    at = start + Number(size) + 1;
    return { path: name, content: contents.subarray(start, at - 1), isExecutable };
  });
}

/** Every file of a build folder, under `prefix`, except those in `without`. */
export function builtFiles(folder: string, prefix: string, without: readonly string[]): ArchivedFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !without.includes(name) && statSync(path.join(folder, name)).isFile())
    .map((name) => ({
      path: `${prefix}/${name.replaceAll(path.sep, '/')}`,
      content: readFileSync(path.join(folder, name)),
      isExecutable: false,
    }));
}
