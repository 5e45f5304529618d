import { readFileSync } from 'node:fs';
import { Blob, Face, Font } from 'harfbuzzjs';

/** A font of the server, ready to measure and shape text. */
export interface TextFont {
  /** The name that readers list. */
  name: string;
  bytes: Buffer;
  font: Font;
  unitsPerEm: number;
}

const FOLDER = new URL('../fonts/', import.meta.url);

/** Fonts in order of preference; each is read when a text first needs it. */
const FONTS = [
  { file: 'liberation-sans-regular.ttf', name: 'LiberationSans', scripts: /./su },
  {
    file: 'noto-naskh-arabic-regular.ttf',
    name: 'NotoNaskhArabic',
    scripts: /\p{Script_Extensions=Arabic}/u,
  },
  { file: 'droid-sans-fallback.ttf', name: 'DroidSansFallback', scripts: /\P{Script_Extensions=Arabic}/u },
] as const;

const loaded = new Map<string, TextFont>();

function load({ file, name }: (typeof FONTS)[number]): TextFont {
  const known = loaded.get(file);
  if (known) return known;
  const bytes = readFileSync(new URL(file, FOLDER));
  const face = new Face(new Blob(bytes));
  const font = { name, bytes, font: new Font(face), unitsPerEm: face.upem };
  loaded.set(file, font);
  return font;
}

export function hasGlyph({ font }: TextFont, character: string): boolean {
  return Boolean(font.nominalGlyph(character.codePointAt(0) ?? 0));
}

/** The first font with a glyph for the character; undefined if there is none. */
export function fontFor(character: string): TextFont | undefined {
  for (const candidate of FONTS) {
    if (!candidate.scripts.test(character)) continue;
    const font = load(candidate);
    if (hasGlyph(font, character)) return font;
  }
  return undefined;
}

/** The font with the box glyph for characters that no font has. */
export function boxFont(): TextFont {
  return load(FONTS[0]);
}
