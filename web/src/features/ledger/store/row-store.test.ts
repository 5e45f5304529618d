import { FIELD_NAMES } from '@ledgerline/contract/clients/fields/catalog';
import { expect, test } from 'vitest';
import { RowOrder } from './row-order.ts';
import { RowStore } from './row-store.ts';

const row = (id: number, name = `Name ${id}`) => [id, name, ...FIELD_NAMES.slice(1).map(() => null)];

test('returns row values by field', () => {
  const store = new RowStore(10);
  store.put([row(1, 'Ann')]);
  expect(store.value(1, 'client_first_name')).toBe('Ann');
  expect(store.value(1, 'dob')).toBeNull();
  expect(store.value(2, 'dob')).toBeUndefined();
});

test('knows only the cells that were loaded, and adds those of other columns', () => {
  const store = new RowStore(10);
  store.put([[1, 'Main St']], ['address']);
  expect(store.value(1, 'address')).toBe('Main St');
  expect(store.value(1, 'dob')).toBeUndefined();
  expect([store.has(1, ['address']), store.has(1, ['address', 'dob'])]).toEqual([true, false]);
  const before = store.cells(1);
  store.put([[1, null]], ['dob']);
  expect(store.cells(1)).not.toBe(before);
  expect([store.value(1, 'address'), store.value(1, 'dob')]).toEqual(['Main St', null]);
  expect(store.loadedFields([1, 2])).toEqual(['dob', 'address']);
});

test('evicts the least recently viewed rows', () => {
  const store = new RowStore(2);
  store.put([row(1), row(2)]);
  store.touch([1]);
  store.put([row(3)]);
  expect(store.ids()).toEqual([1, 3]);
});

test('keeps a changed value until the row is refetched', () => {
  const store = new RowStore(2);
  store.put([row(1)]);
  store.set(1, 'address', 'Main St');
  expect(store.value(1, 'address')).toBe('Main St');
  store.put([row(1)]);
  expect(store.value(1, 'address')).toBeNull();
});

test('added rows follow the view, and temporary rows survive a refetch', () => {
  const order = new RowOrder();
  order.load([5, 3]);
  const key = order.addTemporary();
  order.append([8]);
  expect(order.keys(0, 9)).toEqual([5, 3, key, 8]);
  order.load([3, 5, 8]);
  expect(order.keys(0, 9)).toEqual([3, 5, 8, key]);
});

test('a temporary row becomes its client in place', () => {
  const order = new RowOrder();
  order.load([5]);
  const key = order.addTemporary();
  expect(key).toBeLessThan(0);
  order.replace(key, 9);
  expect(order.keyAt(1)).toBe(9);
  expect(order.positionOf(9)).toBe(1);
});

test('removed rows leave no gap', () => {
  const order = new RowOrder();
  order.load([5, 3, 4]);
  order.remove([3]);
  expect(order.keys(0, 9)).toEqual([5, 4]);
  expect(order.positionOf(4)).toBe(1);
});
