import { expect, it } from 'vitest';
import { pick } from './pick.ts';

it('shows the fields that are named, and no others', () => {
  const row = { id: 7, name: 'Ana', secret: 'x', note: null };
  expect(pick(row, ['id', 'note', 'name'])).toEqual({ id: 7, note: null, name: 'Ana' });
});
