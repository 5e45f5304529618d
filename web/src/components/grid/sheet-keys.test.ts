import type { GridKeyEventArgs } from '@glideapps/glide-data-grid';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type TypeAhead, useSheetKeys } from './sheet-keys.ts';

/** A sheet with one cell that is loading, left of one that is loaded; both are not frozen. */
function renderKeys() {
  const typeAhead: { current: TypeAhead | null } = { current: null };
  const selection = { current: { current: { cell: [0, 0] as [number, number] } } };
  const cellAt = (col: number) => (col === 0 ? null : { text: 'Main St' });
  const { result } = renderHook(() =>
    useSheetKeys(() => undefined, selection as never, typeAhead, 0, cellAt),
  );
  const press = (key: string) =>
    result.current({
      key,
      bounds: { x: 0, y: 0, width: 90, height: 32 },
      rawEvent: { timeStamp: 1, code: '' },
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      cancel: () => undefined,
      preventDefault: () => undefined,
    } as unknown as GridKeyEventArgs);
  const select = (col: number) => {
    selection.current.current.cell = [col, 0];
  };
  return { typeAhead, press, select };
}

it('forgets what is typed on a loading cell, which opens no editor', () => {
  const { typeAhead, press, select } = renderKeys();
  press('x');
  press('y');
  expect(typeAhead.current).toBeNull();
  select(1);
  press('N');
  press('o');
  expect(typeAhead.current?.text).toBe('No');
});

it('forgets what is typed on a cell that is loading again before its editor has opened', () => {
  const { typeAhead, press, select } = renderKeys();
  select(1);
  press('N');
  select(0);
  press('x');
  select(1);
  press('M');
  expect(typeAhead.current?.text).toBe('M');
});
