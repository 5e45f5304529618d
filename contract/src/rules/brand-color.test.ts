import { describe, expect, it } from 'vitest';
import { brandColor, brandShades, brandStyle, contrastBetween, MIN_CONTRAST } from './brand-color.ts';

it.each([
  ['#0F6B6B', '#0f6b6b'],
  [' 0f6b6b ', '#0f6b6b'],
  ['#fff', null],
  ['red', null],
  ['#12345g', null],
  ['', null],
])('reads %j as %j', (typed, color) => {
  expect(brandColor(typed)).toBe(color);
});

it('measures contrast like WCAG', () => {
  expect(contrastBetween('#000000', '#ffffff')).toBe(21);
  expect(contrastBetween('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe.each(['#000000', '#ffffff', '#ffff00', '#0000ff', '#0f6b6b', '#ff0000', '#777777', '#00ff7f'])(
  'the shades of %s',
  (color) => {
    const shades = brandShades(color);
    const at = (index: number) => shades[index] ?? '';

    it.each([
      ['white on the primary action', '#ffffff', 7],
      ['white on the primary action, dark scheme', '#ffffff', 6],
      ['text on a white page', '#ffffff', 8],
      ['text on a dark surface', '#222831', 4],
      ['dark text on a button of the clients’ pages', '#0c0f13', 5],
    ])('are readable: %s', (_use, other, index) => {
      expect(contrastBetween(at(index), other)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    });

    it('are ten, and their style sheet contains no markup', () => {
      expect(shades).toHaveLength(10);
      expect(brandStyle(color)).not.toMatch(/[<&]/);
    });
  },
);

it('uses a readable color as it is', () => {
  expect(brandShades('#0f6b6b')[7]).toBe('#0f6b6b');
});
