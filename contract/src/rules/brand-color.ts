/** The minimum contrast of text and buttons (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 4.5;

type Rgb = readonly [number, number, number];

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The surfaces of the dark scheme: text on its buttons, and its lightest background. */
const DARK_INK: Rgb = [12, 15, 19];
const DARK_SURFACE: Rgb = [34, 40, 49];
const DARK_PAGE: Rgb = [18, 22, 28];

/** '#0f6b6b' in lower case, for '#0F6B6B' and '0f6b6b'; null for anything else. */
export function brandColor(typed: string): string | null {
  const digits = /^#?([\da-f]{6})$/i.exec(typed.trim())?.[1];
  return digits === undefined ? null : `#${digits.toLowerCase()}`;
}

/** The red, green and blue of '#0f6b6b', each 0 to 255. */
export function rgbOf(hex: string): Rgb {
  const number = Number.parseInt(hex.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

const hexOf = (color: Rgb) =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mixed = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** 1 to 21. */
export const contrastBetween = (a: string, b: string) => contrastOf(rgbOf(a), rgbOf(b));

/** Mixes the color with another one, only as much as the contrast with a background requires. */
function readable(color: Rgb, background: Rgb, toward: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = rgbOf(hexOf(mixed(color, toward, share)));
    if (contrastOf(shade, background) >= MIN_CONTRAST) return shade;
  }
  return toward;
}

/** Ten shades from light to dark, all readable. Every use of the brand color takes one of them. */
export function brandShades(hex: string): string[] {
  const color = rgbOf(hex);
  const seventh = readable(color, WHITE, BLACK);
  const sixth = readable(mixed(seventh, WHITE, 0.1), WHITE, BLACK);
  const fifth = readable(mixed(seventh, WHITE, 0.2), DARK_INK, WHITE);
  const fourth = readable(mixed(fifth, WHITE, 0.2), DARK_SURFACE, WHITE);
  return [
    mixed(seventh, WHITE, 0.92),
    mixed(seventh, WHITE, 0.82),
    mixed(fourth, WHITE, 0.55),
    mixed(fourth, WHITE, 0.25),
    fourth,
    fifth,
    sixth,
    seventh,
    mixed(seventh, BLACK, 0.2),
    mixed(seventh, BLACK, 0.4),
  ].map(hexOf);
}

/** The shades that the light and the dark scheme use for the primary action. */
export function shadesInUse(hex: string): { light: string; dark: string } {
  const shades = brandShades(hex);
  return { light: shades[7] ?? hex, dark: shades[5] ?? hex };
}

/**
 * The style sheet that replaces the product's color in the portal and on the clients' pages. Its selectors win over those of both,
 * wherever it is placed.
 */
export function brandStyle(hex: string): string {
  const shades = brandShades(hex);
  const at = (index: number) => shades[index] ?? hex;
  const seventh = rgbOf(at(7));
  const tint = (share: number) => hexOf(mixed(seventh, DARK_PAGE, share));
  const root = ':root:root:root';
  const portal = shades.map((shade, index) => `--mantine-color-teal-${index}:${shade}`).join(';');
  return [
    `${root}{${portal};--brand:${at(7)};--brand-hover:${at(8)};--on-brand:#ffffff;--brand-text:${at(8)};--brand-soft:${at(0)}}`,
    `${root}[data-mantine-color-scheme="dark"]{--mantine-color-teal-light:${tint(0.7)};--mantine-color-teal-light-hover:${tint(0.6)}}`,
    `@media screen and (prefers-color-scheme:dark){${root}{--brand:${at(5)};--brand-hover:${at(4)};--on-brand:${hexOf(DARK_INK)};--brand-text:${at(3)};--brand-soft:${tint(0.75)}}}`,
  ].join('');
}
