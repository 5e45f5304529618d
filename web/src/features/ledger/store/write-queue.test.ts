import { expect, test } from 'vitest';
import { WriteQueue } from './write-queue.ts';

test('writes are serialized per row, and the queue is empty afterwards', async () => {
  const queue = new WriteQueue();
  const order: string[] = [];
  const slow = Promise.withResolvers<void>();
  const write = (name: string, wait?: Promise<void>) => async () => {
    await wait;
    order.push(name);
  };
  const all = [
    queue.run([1], write('one', slow.promise)),
    queue.run([1, 2], write('both')),
    queue.run([2], write('two')),
    queue.run([3], write('three')),
  ];
  await all[3];
  expect(order).toEqual(['three']);
  slow.resolve();
  await Promise.all(all);
  expect(order).toEqual(['three', 'one', 'both', 'two']);
  await Promise.resolve();
  expect(queue.size).toBe(0);
});

test('a failed write does not block the next one of its row', async () => {
  const queue = new WriteQueue();
  const failed = queue.run([1], () => Promise.reject(new Error('no')));
  const next = queue.run([1], () => Promise.resolve());
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBeUndefined();
});
