import { expect, it } from 'vitest';
import { squareOf } from './fit-image.ts';

it.each([
  ['a square', 240, 240, { x: 0, y: 0, width: 240, height: 240 }],
  ['a portrait', 240, 400, { x: 0, y: 80, width: 240, height: 240 }],
  ['a landscape with an odd rest', 401, 240, { x: 80, y: 0, width: 240, height: 240 }],
  ['one pixel', 1, 1, { x: 0, y: 0, width: 1, height: 1 }],
])('crops %s to the square in its middle', (_case, width, height, part) => {
  expect(squareOf({ width, height })).toEqual(part);
});
