import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The functions of HarfBuzz's subsetter in use; pointers are numbers. */
interface Subsetter {
  memory: { buffer: ArrayBuffer };
  _initialize(): void;
  malloc(size: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_set_clear(set: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_or_fail(face: number, input: number): number;
}

const WRITABLE = 2;
const DROPPED_TABLES = 3;
/** No hinting, original glyph ids, and no glyphs that only shaping would add. */
const FLAGS = 0x1 | 0x2 | 0x200;

let instance: Subsetter | undefined;

function subsetter(): Subsetter {
  if (!instance) {
    const file = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm');
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
    instance = exports as unknown as Subsetter;
    instance._initialize();
  }
  return instance;
}

const tag = (name: string) => [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);

/** A copy of the font with these glyphs only, under their original ids. */
export function subsetOf(bytes: Uint8Array, glyphs: Iterable<number>): Uint8Array {
  const hb = subsetter();
  const data = hb.malloc(bytes.length);
  new Uint8Array(hb.memory.buffer).set(bytes, data);
  const blob = hb.hb_blob_create(data, bytes.length, WRITABLE, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  const wanted = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES);
  for (const table of ['GSUB', 'GPOS', 'GDEF', 'kern', 'vhea', 'vmtx', 'VORG'])
    hb.hb_set_add(dropped, tag(table));
  hb.hb_subset_input_set_flags(input, FLAGS);
  const subsetFace = hb.hb_subset_or_fail(face, input);
  hb.hb_subset_input_destroy(input);
  const result = subsetFace === 0 ? undefined : copyOf(hb, subsetFace);
  for (const one of [subsetFace, face]) if (one !== 0) hb.hb_face_destroy(one);
  hb.hb_blob_destroy(blob);
  hb.free(data);
  if (!result) throw new Error('a font could not be reduced to the glyphs of a document');
  return result;
}

function copyOf(hb: Subsetter, face: number): Uint8Array {
  const blob = hb.hb_face_reference_blob(face);
  const start = hb.hb_blob_get_data(blob, 0);
  const copy = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob));
  hb.hb_blob_destroy(blob);
  return copy;
}
