import { vi } from 'vitest';

const ROW_HEIGHT = 40;

/** Positions list rows one below the other: dragging needs positions, and jsdom has none. */
export function layOutRows(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('li');
    const index = row ? [...(row.parentElement?.children ?? [])].indexOf(row) : 0;
    return new DOMRect(0, index * ROW_HEIGHT, 300, ROW_HEIGHT);
  });
}
