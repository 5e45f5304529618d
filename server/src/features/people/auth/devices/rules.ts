/** The maximum length of a stored user agent; longer ones are not from a browser. */
const MAX_LENGTH = 300;

/** The user agent as stored; null if the browser sends none. */
export function shortened(userAgent: string | undefined): string | null {
  // Browsers send only printable ASCII here.
  const text = (userAgent ?? '').replaceAll(/[^\x20-\x7e]/g, '').trim();
  return text === '' ? null : text.slice(0, MAX_LENGTH);
}

/** Order matters: most user agents also contain the names of other browsers. */
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
 * A short description of a device from its user agent: 'Firefox on Windows'. A program is named by its first
 * word ('curl'), which the person running it will recognize. The user agent can be forged, so it helps
 * recognition and proves nothing.
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

/** The browser from its user agent, and the network of its address. */
interface UsedDevice {
  network: string | null;
  user_agent: string | null;
}

/**
 * Whether a sign-in comes from a device unlike those that an agent used before; there must be at least one.
 * The same browser in the same network is the same device. For sign-ins from before browsers were recorded,
 * the network is enough.
 */
export function isNewDevice(used: readonly UsedDevice[], now: UsedDevice): boolean {
  const isKnown = ({ network, user_agent }: UsedDevice) =>
    network !== null &&
    network === now.network &&
    (user_agent === null || deviceLabel(user_agent) === deviceLabel(now.user_agent));
  return used.length > 0 && !used.some(isKnown);
}
