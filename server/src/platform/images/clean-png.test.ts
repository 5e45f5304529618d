import { PDF } from '@libpdf/core';
import { expect, it } from 'vitest';
import { buildPng, pngChunk } from '#testing/png.ts';
import { cleanPng } from './clean-png.ts';

const LIMITS = { max_width: 600, max_height: 160 };

const PALETTE = pngChunk('PLTE', Buffer.alloc(6, 0x33));
const INDEXED = { color: 3, pixels: Buffer.alloc(40 * 121) };

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
  [
    '1 bit per pixel, which PDFs cannot draw',
    buildPng({ depth: 1, color: 0, pixels: Buffer.alloc(40 * 16) }),
  ],
  ['a color type with a depth that it does not have', buildPng({ depth: 4, pixels: Buffer.alloc(40 * 181) })],
  ['indexes without a palette', buildPng(INDEXED)],
  ['a palette of half colors', buildPng({ ...INDEXED, extra: [pngChunk('PLTE', Buffer.alloc(4))] })],
  ['an empty palette', buildPng({ ...INDEXED, extra: [pngChunk('PLTE', Buffer.alloc(0))] })],
  ['two palettes', buildPng({ ...INDEXED, extra: [PALETTE, PALETTE] })],
  ['a palette of a gray image', buildPng({ ...INDEXED, color: 0, extra: [PALETTE] })],
  [
    'more transparent colors than colors',
    buildPng({ ...INDEXED, extra: [PALETTE, pngChunk('tRNS', Buffer.alloc(3))] }),
  ],
  [
    'a transparent color before the palette',
    buildPng({ ...INDEXED, extra: [pngChunk('tRNS', Buffer.alloc(1)), PALETTE] }),
  ],
  ['half a transparent color', buildPng({ extra: [pngChunk('tRNS', Buffer.alloc(5))] })],
  ['a line with an unknown filter', buildPng({ pixels: Buffer.alloc(40 * 361).fill(5, 361, 362) })],
  ['no width', buildPng({ width: 0 })],
  ['one pixel too wide', buildPng({ width: 601 })],
  ['one pixel too high', buildPng({ height: 161 })],
])('rejects %s', (_what, bytes) => {
  expect(cleanPng(bytes, LIMITS)).toBeNull();
});

it('accepts an image of exactly the limits', () => {
  expect(cleanPng(buildPng({ width: 600, height: 160 }), LIMITS)).toMatchObject({ width: 600, height: 160 });
});

it.each([
  ['gray', { color: 0, pixels: Buffer.alloc(40 * 121) }],
  [
    'RGB with every filter',
    { pixels: Buffer.from(Buffer.alloc(40 * 361, 7).map((byte, at) => (at % 361 ? byte : (at / 361) % 5))) },
  ],
  ['RGB with a transparent color', { extra: [pngChunk('tRNS', Buffer.alloc(6))] }],
  ['indexed', { ...INDEXED, extra: [PALETTE, pngChunk('tRNS', Buffer.alloc(2))] }],
  ['gray with alpha', { color: 4, pixels: Buffer.alloc(40 * 241) }],
  ['RGB with alpha', { color: 6, pixels: Buffer.alloc(40 * 481) }],
])('accepts %s, which PDFs can draw', (_what, options) => {
  const clean = cleanPng(buildPng(options), LIMITS);
  expect(PDF.create().embedPng(clean?.bytes ?? Buffer.alloc(0))).toMatchObject({ width: 120, height: 40 });
});
