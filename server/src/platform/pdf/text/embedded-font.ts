import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core';
import type { TextFont } from './fonts.ts';
import type { Glyph } from './shape.ts';

interface Code {
  glyph: number;
  text: string;
  width: number;
}

const int16 = (value: number) => [value >> 8, value & 255];

/**
 * A font within one document. Every glyph gets a code for each text it represents, so that copying and searching yield the
 * original text, even for ligatures.
 */
export class EmbeddedFont {
  readonly ref: PdfRef;
  readonly #pdf: PDF;
  readonly #font: TextFont;
  readonly #dict = new PdfDict();
  readonly #codes: Code[] = [];
  readonly #known = new Map<string, number>();

  constructor(pdf: PDF, font: TextFont) {
    this.#pdf = pdf;
    this.#font = font;
    this.ref = pdf.register(this.#dict);
  }

  /** The code of a glyph in a page's content. */
  codeOf({ id, text }: Pick<Glyph, 'id' | 'text'>): number {
    const key = `${id}:${text}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { font, unitsPerEm } = this.#font;
    this.#codes.push({ glyph: id, text, width: Math.round((font.glyphHAdvance(id) * 1000) / unitsPerEm) });
    this.#known.set(key, this.#codes.length);
    return this.#codes.length;
  }

  /** The width by which readers advance after a code. */
  widthOf(code: number): number {
    return this.#codes[code - 1]?.width ?? 0;
  }

  /** Writes the used part of the font into the document: its glyphs, their widths and texts. */
  write(): void {
    const glyphs = this.#codes.map(({ glyph }) => glyph);
    const bytes = subsetOf(this.#font.bytes, glyphs);
    const name = PdfName.of(`${tagOf(bytes)}+${this.#font.name}`);
    const map = Uint8Array.from([0, ...glyphs].flatMap(int16));
    const descendant = PdfDict.of({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('CIDFontType2'),
      BaseFont: name,
      CIDSystemInfo: PdfDict.of({
        Registry: PdfString.fromString('Adobe'),
        Ordering: PdfString.fromString('Identity'),
        Supplement: PdfNumber.of(0),
      }),
      FontDescriptor: this.#pdf.register(this.#descriptor(name, bytes)),
      W: new PdfArray([PdfNumber.of(1), new PdfArray(this.#codes.map(({ width }) => PdfNumber.of(width)))]),
      CIDToGIDMap: this.#pdf.register(new PdfStream(new PdfDict(), map)),
    });
    const entries = {
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type0'),
      BaseFont: name,
      Encoding: PdfName.of('Identity-H'),
      DescendantFonts: new PdfArray([this.#pdf.register(descendant)]),
      ToUnicode: this.#pdf.register(new PdfStream(new PdfDict(), Buffer.from(this.#toUnicode(), 'latin1'))),
    };
    for (const [key, value] of Object.entries(entries)) this.#dict.set(key, value);
  }

  #descriptor(name: PdfName, bytes: Uint8Array): PdfDict {
    const { font, unitsPerEm } = this.#font;
    const { ascender, descender } = font.hExtents();
    const scaled = (value: number) => PdfNumber.of(Math.round((value * 1000) / unitsPerEm));
    const file = new PdfStream(new PdfDict(), bytes);
    file.set('Length1', PdfNumber.of(bytes.length));
    return PdfDict.of({
      Type: PdfName.of('FontDescriptor'),
      FontName: name,
      // Symbolic: its glyphs are identified only by number.
      Flags: PdfNumber.of(4),
      FontBBox: new PdfArray([-500, -300, 1500, 1100].map((value) => PdfNumber.of(value))),
      ItalicAngle: PdfNumber.of(0),
      Ascent: scaled(ascender),
      Descent: scaled(descender),
      CapHeight: PdfNumber.of(700),
      StemV: PdfNumber.of(80),
      FontFile2: this.#pdf.register(file),
    });
  }

  #toUnicode(): string {
    const lines = this.#codes.map(({ text }, at) => `<${hex(at + 1)}> <${utf16(text).map(hex).join('')}>`);
    const blocks = [];
    for (let from = 0; from < lines.length; from += 100) {
      const block = lines.slice(from, from + 100);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
    }
    return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
  }
}

const hex = (value: number) => value.toString(16).padStart(4, '0').toUpperCase();

const utf16 = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

/** Six letters that identify this subset; the same glyphs always get the same letters. */
function tagOf(bytes: Uint8Array): string {
  let sum = 7;
  for (const byte of bytes) sum = (sum * 31 + byte) % 308_915_776;
  return Array.from({ length: 6 }, (_, at) =>
    String.fromCharCode(65 + (Math.floor(sum / 26 ** at) % 26)),
  ).join('');
}

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
function subsetOf(bytes: Uint8Array, glyphs: Iterable<number>): Uint8Array {
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
