import { spawnSync } from 'node:child_process';
import { auditOutcome } from './audit-outcome.ts';

/**
 * npm run supply:audit: queries the registry for known vulnerabilities of the packages in the lock file. Needs network
 * access.
 */
const { stdout } = spawnSync('npm', ['audit', '--audit=true', '--json'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const { lines, exitCode } = auditOutcome(stdout ?? '');
for (const line of lines) console.log(line);
process.exitCode = exitCode;
