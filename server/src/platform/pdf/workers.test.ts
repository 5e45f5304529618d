import { expect, it } from 'vitest';
import { openWorkers } from './workers.ts';

it('a worker that cannot be created leaves its place to the next task', async () => {
  // Rejected by the constructor: only files and data are code of a worker.
  const run = openWorkers(new URL('https://portal.example/worker.js'));
  for (let task = 1; task <= 3; task += 1) await expect(run({})).rejects.toThrow('URL');
});
