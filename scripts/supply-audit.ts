import { spawnSync } from 'node:child_process';
import { auditOutcome } from './audit-outcome.ts';

/** Asks the registry which packages of the lock file have known holes: `npm run supply:audit`. Needs a network. */
const { stdout } = spawnSync('npm', ['audit', '--audit=true', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const { lines, exitCode } = auditOutcome(stdout ?? '');
for (const line of lines) console.log(line);
process.exitCode = exitCode;
