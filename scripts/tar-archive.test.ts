import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtFiles, committedFiles, committedState } from './released-files.ts';
import { tarGz } from './tar-archive.ts';

const WORK_FOLDER = mkdtempSync(path.join(tmpdir(), 'ledgerline-archive-'));
const DEEP = `${'a'.repeat(90)}/${'b'.repeat(60)}/c.txt`;
const TIME = 1_700_000_000;

function run(cwd: string, command: string, ...args: string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_COMMITTER_DATE: `${TIME} +0000` };
  execFileSync(command, args, { cwd, env, stdio: 'ignore' });
}

function createRepository(): string {
  const folder = path.join(WORK_FOLDER, 'first');
  mkdirSync(path.join(folder, path.dirname(DEEP)), { recursive: true });
  writeFileSync(path.join(folder, DEEP), 'deep\n');
  writeFileSync(path.join(folder, 'z.txt'), '');
  writeFileSync(path.join(folder, 'ä.bin'), Buffer.from([0, 10, 255, 10]));
  writeFileSync(path.join(folder, 'run.sh'), '#!/bin/sh\n');
  chmodSync(path.join(folder, 'run.sh'), 0o755);
  run(folder, 'git', 'init', '-q');
  run(folder, 'git', 'add', '.');
  run(folder, 'git', '-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', 'all of it');
  return folder;
}

const archiveOf = (folder: string) => tarGz(committedFiles(folder), committedState(folder).seconds);

afterAll(() => rmSync(WORK_FOLDER, { recursive: true, force: true }));

describe('an archive of a commit', () => {
  const first = createRepository();

  it('has the same bytes from two folders with different times, modes and order', () => {
    run(WORK_FOLDER, 'git', 'clone', '-q', first, 'second');
    const second = path.join(WORK_FOLDER, 'second');
    chmodSync(path.join(second, 'z.txt'), 0o600);
    expect(archiveOf(second).equals(archiveOf(first))).toBe(true);
    const files = committedFiles(first);
    expect(tarGz(files.toReversed(), 1).equals(tarGz(files, 1))).toBe(true);
  });

  it('is extracted by tar with names, contents, modes and times', () => {
    const out = path.join(WORK_FOLDER, 'out');
    mkdirSync(out);
    writeFileSync(path.join(WORK_FOLDER, 'a.tar.gz'), archiveOf(first));
    run(WORK_FOLDER, 'tar', 'xzf', 'a.tar.gz', '-C', 'out');
    expect(readFileSync(path.join(out, DEEP), 'utf8')).toBe('deep\n');
    expect([...readFileSync(path.join(out, 'ä.bin'))]).toEqual([0, 10, 255, 10]);
    expect(statSync(path.join(out, 'z.txt')).size).toBe(0);
    expect(statSync(path.join(out, 'run.sh')).mode & 0o111).not.toBe(0);
    expect(statSync(path.join(out, 'z.txt')).mtimeMs).toBe(TIME * 1000);
    expect(readdirSync(out)).toHaveLength(4);
  });

  it('is rejected while there are uncommitted changes', () => {
    writeFileSync(path.join(first, 'new.txt'), '');
    expect(() => committedState(first)).toThrow('new.txt');
    rmSync(path.join(first, 'new.txt'));
  });

  it('rejects a path that is too long', () => {
    const file = { path: 'x'.repeat(101), content: new Uint8Array(), isExecutable: false };
    expect(() => tarGz([file], 0)).toThrow('too long');
  });
});

it('a build folder is added with every file except the excluded ones', () => {
  const folder = path.join(WORK_FOLDER, 'dist');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  writeFileSync(path.join(folder, 'assets/a.js'), 'a');
  writeFileSync(path.join(folder, '.sources'), 'when');
  expect(builtFiles(folder, 'web/dist', ['.sources']).map((file) => file.path)).toEqual([
    'web/dist/assets/a.js',
  ]);
});
