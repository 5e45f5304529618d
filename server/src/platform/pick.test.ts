import { expect, it } from 'vitest';
import { pick } from './pick.ts';

it('returns the named fields, and no others', () => {
  const row = { id: 7, name: 'Ana', secret: 'x', note: null };
  expect(pick(row, ['id', 'note', 'name'])).toEqual({ id: 7, note: null, name: 'Ana' });
});
