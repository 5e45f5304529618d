import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PublicSettings } from '@ledgerline/contract/settings/endpoints';

/** What the build says of an address (`web/screen-files.ts`). */
interface Screen {
  path: string;
  scripts: string[];
  styles: string[];
}

/** Addresses that clients open without signing in; everything else is the agents' portal. */
const PUBLIC_PREFIXES = [
  '/forms',
  '/sign',
  '/signing',
  '/secure',
  '/pay',
  '/signed',
  '/agent-signing-complete',
];
const PUBLIC_IN_PORTAL = ['/crm/signed', '/crm/agent-signing-complete'];

function isPublicPage(pathname: string): boolean {
  return (
    PUBLIC_PREFIXES.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`)) ||
    PUBLIC_IN_PORTAL.includes(pathname.replace(/\/$/, ''))
  );
}

/**
 * The HTML of each address, made once: besides its entry it names what the screen will ask for, so that a phone fetches
 * all of it at once, and says what every page asks first. `/crm/clients/$clientId` stands for one part of an address.
 */
export function webPages(folder: string, settings: PublicSettings): (url: string) => string {
  const portal = pageWith(folder, 'index.html', settings);
  const clients = pageWith(folder, 'public.html', settings);
  const screens = screensOf(folder).map(({ path: address, scripts, styles }) => ({
    matches: new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}/?$`),
    html: withFiles(isPublicPage(address) ? clients : portal, scripts, styles),
  }));
  return (url) => {
    const [pathname = ''] = url.split('?');
    const screen = screens.find(({ matches }) => matches.test(pathname));
    return screen?.html ?? (isPublicPage(pathname) ? clients : portal);
  };
}

function screensOf(folder: string): Screen[] {
  const file = path.join(folder, 'screens.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

function pageWith(folder: string, file: string, settings: PublicSettings): string {
  const said = `<meta name="public-settings" content="${escaped(JSON.stringify(settings))}" />`;
  const brand = escaped(settings.brand);
  return readFileSync(path.join(folder, file), 'utf8')
    .replace(/<title>[^<]*<\/title>/, () => `<title>${brand}</title>\n    ${said}`)
    .replaceAll('<span data-brand></span>', () => `<span>${brand}</span>`);
}

function withFiles(page: string, scripts: string[], styles: string[]): string {
  const links = [
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  return page.replace('</head>', () => `${links.join('\n    ')}\n  </head>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
