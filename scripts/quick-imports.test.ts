import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const HOOK = path.join(import.meta.dirname, 'quick-imports.mjs');
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quick-imports-'));
  const library = path.join(folder, 'node_modules/drizzle-orm');
  const other = path.join(library, 'node_modules/other');
  await mkdir(other, { recursive: true });
  const files = {
    'quick.js': 'export const quick = 1;',
    'old.cjs': 'module.exports = 2;',
    'data.json': '3',
    'index.js': `import { quick } from './quick.js';
      import old from './old.cjs';
      import data from './data.json' with { type: 'json' };
      import other from './node_modules/other/index.js';
      console.log([quick, old, data, other].join());`,
    'node_modules/other/index.js': `module.exports = require('./more.js');`,
    'node_modules/other/more.js': 'module.exports = 4;',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(library, name), text);
  await writeFile(path.join(other, 'package.json'), '{ "name": "other" }');
});
afterAll(() => rm(folder, { recursive: true }));

it('resolves the modules of drizzle-orm, here without a package.json, and leaves everything else to Node', async () => {
  const { stdout } = await run(process.execPath, ['--import', HOOK, '--input-type=module', '-e', SCRIPT], {
    cwd: folder,
  });
  expect(stdout.trim()).toBe('1,2,3,4');
});

const SCRIPT = `await import(process.cwd() + '/node_modules/drizzle-orm/index.js');`;
