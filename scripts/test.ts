import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasOfficialContracts } from '../fakes/src/official-contract.ts';
import { ensureWebBuild } from './web-build.ts';

// Runs everything that a change must pass, fastest checks first; the last line counts all tests.

const reports = mkdtempSync(path.join(tmpdir(), 'ledgerline-reports-'));
const unitReport = path.join(reports, 'vitest.json');
const journeyReport = path.join(reports, 'playwright.json');

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

function run(title: string, command: string, args: string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`\n— ${title}`);
  const started = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  console.log(
    `  ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(0)} s`,
  );
  return status === 0;
}

function readReport(file: string): Record<string, unknown> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function unitCounts(): Counts | null {
  const report = readReport(unitReport);
  if (!report) return null;
  return {
    passed: Number(report.numPassedTests),
    failed: Number(report.numFailedTests),
    skipped: Number(report.numPendingTests) + Number(report.numTodoTests),
  };
}

function journeyCounts(): Counts | null {
  const stats = readReport(journeyReport)?.stats;
  if (typeof stats !== 'object' || stats === null) return null;
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats as Record<string, number>;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** Whether the provider fakes used the official contracts, which are not part of the repository. */
function contractLine(): string {
  return hasOfficialContracts()
    ? 'Provider contracts: every call to the fakes was checked against the official OpenAPI files.'
    : 'Provider contracts: not checked, because ../shared/provider-specs does not exist; everything else ran.';
}

function finish(steps: { ok: boolean; counts: Counts | null }[]): never {
  rmSync(reports, { recursive: true, force: true });
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { ok, counts } of steps) {
    total.passed += counts?.passed ?? 0;
    // A failed step without failed tests (a type error, a crash) counts as one failure.
    total.failed += counts?.failed || (ok ? 0 : 1);
    total.skipped += counts?.skipped ?? 0;
  }
  if (steps.length > 1) console.log(`\n${contractLine()}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exit(total.failed === 0 ? 0 : 1);
}

const checks = { ok: run('checks', 'npm', ['run', '--silent', 'check']), counts: null };
if (!checks.ok) finish([checks]);
const unitOk = run('unit and API tests', 'vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile=${unitReport}`,
]);
const unit = { ok: unitOk, counts: unitCounts() };
await ensureWebBuild();
const bundle = { ok: run('bundle budget', 'node', ['scripts/check-bundle.ts']), counts: null };
const journeysOk = run('browser journeys', 'playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
  PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
});
finish([checks, unit, bundle, { ok: journeysOk, counts: journeyCounts() }]);
