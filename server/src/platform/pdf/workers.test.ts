import { describe, expect, it } from 'vitest';
import { openWorkers } from './workers.ts';

const READING = new URL('./reading-worker.ts', import.meta.url);
const ANSWER = { answer: { problem: 'damaged' } };
/** A million object starts without an end: hours of parsing. */
const ENDLESS = Buffer.from(`%PDF-1.7\n${'1 0 obj <<\n'.repeat(1_000_000)}%%EOF`);
const task = (bytes = Buffer.from('no PDF')) => ({ question: 'pages', bytes });

it('a worker that cannot be created frees its slot for the next task', async () => {
  // Rejected by the constructor: only files and data are code of a worker.
  const run = openWorkers(new URL('https://portal.example/worker.js'));
  for (let count = 1; count <= 3; count += 1) await expect(run({})).rejects.toThrow('URL');
});

describe('a task waits for a worker no longer than its budget', () => {
  it('while all are busy, and the next task finds one', async () => {
    const run = openWorkers(READING);
    expect(await Promise.all([run(task()), run(task())])).toEqual([ANSWER, ANSWER]);
    const others = [1, 2].map(() => run(task(ENDLESS), { cpuMs: 200 }));
    expect(await run(task(), { waitMs: 0 })).toMatchObject({ stopped: 'busy' });
    await Promise.all(others);
    expect(await run(task())).toEqual(ANSWER);
  });

  it('while one starts, which serves later tasks', async () => {
    const run = openWorkers(READING);
    const early = Promise.all([1, 2, 3].map(() => run(task(), { waitMs: 0 })));
    expect(new Set((await early).map((outcome) => 'stopped' in outcome && outcome.stopped))).toEqual(
      new Set(['busy']),
    );
    expect(await run(task(), { waitMs: 600_000 })).toEqual(ANSWER);
  });
});
