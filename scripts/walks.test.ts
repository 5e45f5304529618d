import { expect, it } from 'vitest';
import { walkProblems } from './walks.ts';

const FILES: Readonly<Record<string, string>> = {
  'server/src/features/a/routes.ts': "import { claim } from './claim.ts';\n",
  'server/src/features/a/claim.ts': "jobs.send(db, QUEUE);\nimport { QUEUE } from '#features/b/work.ts';\n",
  'server/src/features/b/work.ts': "const QUEUE = 'work';\n",
};
const page = (...rows: string[]) => rows.join('\n');
const problems = (...rows: string[]) => walkProblems('walk.md', page(...rows), (file) => FILES[file]);

const ROUTES = '| 1 | `server/src/features/a/routes.ts` | receives | – |';
const CLAIM = '| 2 | `server/src/features/a/claim.ts` | claims | 1 |';
const WORK = '| 3 | `server/src/features/b/work.ts` | works | 2, by job `QUEUE` |';

it('accepts a walkthrough whose files exist and are referenced by an earlier file, by import or stated handoff', () => {
  expect(problems(ROUTES, CLAIM, WORK)).toEqual([]);
  expect(problems(ROUTES, CLAIM, WORK.replace(', by job `QUEUE`', ''))).toEqual([]);
});

it.each<[string, string[], string]>([
  [
    'a file that does not exist',
    [ROUTES, CLAIM.replace('claim.ts', 'missing.ts'), WORK],
    'no such file server/src/features/a/missing.ts',
  ],
  [
    'a file that does not import the next one',
    [ROUTES, CLAIM, WORK.replace('2, by job `QUEUE`', '1')],
    'server/src/features/a/routes.ts does not import server/src/features/b/work.ts',
  ],
  [
    'a handoff that one side does not name',
    [ROUTES, CLAIM, WORK.replace('QUEUE', 'jobs.send')],
    'server/src/features/b/work.ts does not name jobs.send',
  ],
  [
    'a handoff of an unknown kind',
    [ROUTES, CLAIM, WORK.replace('job', 'magic')],
    'row 3: unknown kind of handoff: magic',
  ],
  [
    'a reference to a later row',
    [ROUTES, CLAIM.replace('| 1 |', '| 3 |'), WORK],
    'row 2 is not referenced by an earlier row',
  ],
  [
    'a file that is listed twice',
    [ROUTES, CLAIM, CLAIM.replace('2', '3')],
    'server/src/features/a/claim.ts is listed twice',
  ],
  ['a missing row', [ROUTES, WORK, CLAIM], 'row 3 should be 2'],
])('reports %s', (_, rows, problem) => {
  expect(problems(...rows)).toContain(`walk.md: ${problem}`);
});

it('reports a walkthrough without a table', () => {
  expect(problems('Only text.')).toEqual(['walk.md: a walkthrough needs a table of its files']);
});
