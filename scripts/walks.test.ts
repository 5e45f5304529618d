import { expect, it } from 'vitest';
import { walkProblems } from './walks.ts';

const FILES: Readonly<Record<string, string>> = {
  'server/src/features/a/routes.ts': "import { take } from './take.ts';\n",
  'server/src/features/a/take.ts': "jobs.send(db, QUEUE);\nimport { QUEUE } from '#features/b/work.ts';\n",
  'server/src/features/b/work.ts': "const QUEUE = 'work';\n",
};
const page = (...rows: string[]) => rows.join('\n');
const problems = (...rows: string[]) => walkProblems('walk.md', page(...rows), (file) => FILES[file]);

const ROUTES = '| 1 | `server/src/features/a/routes.ts` | hears | – |';
const TAKE = '| 2 | `server/src/features/a/take.ts` | takes | 1 |';
const WORK = '| 3 | `server/src/features/b/work.ts` | works | 2, by job `QUEUE` |';

it('is true where every file is there and an earlier one names it, by an import or a stated hand-over', () => {
  expect(problems(ROUTES, TAKE, WORK)).toEqual([]);
  expect(problems(ROUTES, TAKE, WORK.replace(', by job `QUEUE`', ''))).toEqual([]);
});

it.each<[string, string[], string]>([
  [
    'a file that is gone',
    [ROUTES, TAKE.replace('take.ts', 'took.ts'), WORK],
    'no such file server/src/features/a/took.ts',
  ],
  [
    'a file that does not import the next one',
    [ROUTES, TAKE, WORK.replace('2, by job `QUEUE`', '1')],
    'server/src/features/a/routes.ts does not import server/src/features/b/work.ts',
  ],
  [
    'a hand-over that one side knows nothing of',
    [ROUTES, TAKE, WORK.replace('QUEUE', 'jobs.send')],
    'server/src/features/b/work.ts does not name jobs.send',
  ],
  [
    'a hand-over of no known kind',
    [ROUTES, TAKE, WORK.replace('job', 'magic')],
    'row 3: no such hand-over as magic',
  ],
  ['a step back', [ROUTES, TAKE.replace('| 1 |', '| 3 |'), WORK], 'row 2 is named by no row before it'],
  [
    'a file that stands twice',
    [ROUTES, TAKE, TAKE.replace('2', '3')],
    'server/src/features/a/take.ts stands twice',
  ],
  ['a row that is missing', [ROUTES, WORK, TAKE], 'row 3 should be 2'],
])('says of %s what is wrong', (_, rows, problem) => {
  expect(problems(...rows)).toContain(`walk.md: ${problem}`);
});

it('is none without a table', () => {
  expect(problems('Some words.')).toEqual(['walk.md: a walk has a table of its files']);
});
