import { expect, it } from 'vitest';
import { Shutdown } from './shutdown.ts';

it('runs every step, newest first, even if others throw, reject or never end, and reports those', async () => {
  const done: string[] = [];
  const reported: unknown[] = [];
  const shutdown = new Shutdown((failure, error) => reported.push([failure, String(error)]), 20);
  shutdown.add('embedded database', async () => done.push('embedded database'));
  shutdown.add('pool', () => new Promise(() => undefined));
  shutdown.add('jobs', () => Promise.reject(new Error('the database is gone')));
  shutdown.add('mail', () => {
    throw new Error('no transport');
  });
  shutdown.add('requests', async () => done.push('requests'));
  await shutdown.run();
  expect(done).toEqual(['requests', 'embedded database']);
  expect(reported).toEqual([
    ['could not stop: mail', 'Error: no transport'],
    ['could not stop: jobs', 'Error: the database is gone'],
    ['could not stop: pool', 'Error: no end within 0.02 s'],
  ]);
  await shutdown.run();
  expect(done).toHaveLength(2);
});
