/** As much of a browser's own words as is kept: more is no browser. */
const MAX_LENGTH = 300;

/** What is kept of how a browser names itself; null where it does not. */
export function shortened(userAgent: string | undefined): string | null {
  // Printable ASCII is all that browsers send here.
  const text = (userAgent ?? '').replaceAll(/[^\x20-\x7e]/g, '').trim();
  return text === '' ? null : text.slice(0, MAX_LENGTH);
}

/** In this order: the names of others stand in those of most browsers. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\b(Edg|EdgA|EdgiOS|Edge)\//, 'Edge'],
  [/\b(OPR|OPT|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const nameIn = (names: typeof BROWSERS, text: string) => names.find(([mark]) => mark.test(text))?.[1];

/**
 * A device in words by how it names itself: 'Firefox on Windows'. What is no browser is told by its first word ('curl'),
 * since a person knows what he runs. Whoever wants to can claim to be anything: it helps to recognise, it proves nothing.
 */
export function deviceLabel(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown device';
  const browser = nameIn(BROWSERS, userAgent);
  const system = nameIn(SYSTEMS, userAgent);
  if (browser) return system ? `${browser} on ${system}` : browser;
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0];
  if (system) return `A browser on ${system}`;
  return program && program !== 'Mozilla' ? `Program ${program}` : 'Unknown device';
}

/** A browser by its own words, and the network of its address. */
interface UsedDevice {
  network: string | null;
  user_agent: string | null;
}

/**
 * Whether a sign-in comes from a device unlike those that an agent used before, of which there have to be some. The same
 * kind of browser in the same network is the same device; from before browsers were kept, the network is enough.
 */
export function isNewDevice(used: readonly UsedDevice[], now: UsedDevice): boolean {
  const isKnown = ({ network, user_agent }: UsedDevice) =>
    network !== null &&
    network === now.network &&
    (user_agent === null || deviceLabel(user_agent) === deviceLabel(now.user_agent));
  return used.length > 0 && !used.some(isKnown);
}
