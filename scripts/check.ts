import { spawn } from 'node:child_process';

/** All checks that need no database, the longest first, two at a time; each prints its output only if it fails. */
const CHECKS = ['types', 'language', 'format', 'imports', 'structure', 'unused', 'docs', 'supply'] as const;
const CONCURRENCY = 2;

interface Outcome {
  name: string;
  ok: boolean;
  output: string;
}

function runCheck(name: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', `check:${name}`], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (code) => resolve({ name, ok: code === 0, output }));
  });
}

const waiting: string[] = [...CHECKS];
let failed = 0;

async function runNext(): Promise<void> {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const started = performance.now();
    const { ok, output } = await runCheck(name);
    console.log(`  ${ok ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    if (ok) continue;
    failed++;
    console.log(output);
  }
}

await Promise.all(Array.from({ length: CONCURRENCY }, runNext));
process.exitCode = failed === 0 ? 0 : 1;
