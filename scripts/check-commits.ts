import { spawnSync } from 'node:child_process';
import { commitProblem } from './commit-rule.ts';

/** The rule for commit messages applies to the commits after this one. */
const SINCE = 'b9197f6f';

const log = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${SINCE}..HEAD`], {
  cwd: import.meta.dirname,
  encoding: 'utf8',
});
if (log.status !== 0) console.log(`Commit messages were not checked: the history does not contain ${SINCE}.`);
for (const line of log.status === 0 ? log.stdout.split('\n').filter(Boolean) : []) {
  const hash = line.slice(0, line.indexOf(' '));
  const problem = commitProblem(line.slice(hash.length + 1));
  if (!problem) continue;
  console.log(`${hash}: the commit message ${problem}`);
  process.exitCode = 1;
}
