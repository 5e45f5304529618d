import { expect, it } from 'vitest';
import { buildPng, pngChunk } from '#testing/png.ts';
import { cleanPng } from './clean-png.ts';

const LIMITS = { max_width: 600, max_height: 160 };

it('keeps the pixels and drops everything else', () => {
  const noted = buildPng({
    extra: [pngChunk('tEXt', Buffer.from('GPS 40.7,-74.0')), pngChunk('eXIf', Buffer.alloc(20))],
  });
  const clean = cleanPng(noted, LIMITS);
  expect(clean).toEqual({ bytes: buildPng(), width: 120, height: 40 });
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0])],
  ['a truncated image', buildPng().subarray(0, 90)],
  ['a page after the image', Buffer.concat([buildPng(), Buffer.from('<script>1</script>')])],
  ['a wrong checksum', buildPng().fill(1, 30, 33)],
  ['a second head', buildPng({ extra: [pngChunk('IHDR', Buffer.alloc(13))] })],
  ['fewer pixels than announced', buildPng({ pixels: Buffer.alloc(100) })],
  ['a bomb: more pixels than announced', buildPng({ pixels: Buffer.alloc(50_000_000) })],
  ['an interlaced image', buildPng({ interlace: 1 })],
  ['no width', buildPng({ width: 0 })],
  ['one pixel too wide', buildPng({ width: 601 })],
  ['one pixel too high', buildPng({ height: 161 })],
])('rejects %s', (_what, bytes) => {
  expect(cleanPng(bytes, LIMITS)).toBeNull();
});

it('accepts an image of exactly the limits', () => {
  expect(cleanPng(buildPng({ width: 600, height: 160 }), LIMITS)).toMatchObject({ width: 600, height: 160 });
});
