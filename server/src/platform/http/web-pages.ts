import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brandStyle } from '@ledgerline/contract/rules';
import type { PublicSettings } from '@ledgerline/contract/settings/endpoints';

/** What the build records about an address (`web/screen-files.ts`). */
interface Screen {
  path: string;
  scripts: string[];
  styles: string[];
}

/** The product's own mark in the first paint of the portal. */
const MARK = /<img data-mark[^>]*>/;

/** Paths that clients open without signing in; everything else is the agents' portal. */
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

export interface WebPage {
  html: string;
  /** Strong, over the complete page (RFC 9110). */
  etag: string;
  /** The hashes that a content security policy lists to allow the scripts inside the page. */
  scriptHashes: string[];
}

/** The files of a build besides its assets. */
const PARTS = ['index.html', 'public.html', 'screens.json'];

/** Whether a folder contains a complete build. */
export function hasWebPages(folder: string): boolean {
  return PARTS.every((part) => existsSync(path.join(folder, part)));
}

/**
 * The page of each address, created once per build: while a new build is being written the last complete one is sent, and the
 * next visitor gets pages that reference its scripts.
 */
export function webPages(folder: string): (url: string, settings: PublicSettings) => WebPage {
  let known: { build: string | null; settings: string; pageAt: (url: string) => WebPage } | undefined;
  return (url, current) => {
    const build = buildIn(folder) ?? known?.build ?? null;
    const settings = JSON.stringify(current);
    if (known?.build !== build || known.settings !== settings)
      known = { build, settings, pageAt: pagesOf(folder, current) };
    return known.pageAt(url);
  };
}

/** Differs from build to build; null while one is being written. */
function buildIn(folder: string): string | null {
  const parts = PARTS.map((part) => statSync(path.join(folder, part), { throwIfNoEntry: false }));
  return parts.includes(undefined) ? null : parts.map((part) => `${part?.ino} ${part?.mtimeMs}`).join();
}

/**
 * Besides its entry point the HTML lists what the screen will request, so that a phone fetches all of it at once, and the
 * settings that every page needs first. `/crm/clients/$clientId` stands for one segment of an address.
 */
function pagesOf(folder: string, settings: PublicSettings): (url: string) => WebPage {
  const portal = pageWith(folder, 'index.html', settings);
  const clients = pageWith(folder, 'public.html', settings);
  const listed: Screen[] = JSON.parse(readFileSync(path.join(folder, 'screens.json'), 'utf8'));
  const screens = listed.map(({ path: address, scripts, styles }) => ({
    matches: new RegExp(`^${address.replace(/\$\w+/g, '[^/]+')}/?$`),
    page: withTag(withFiles(withPath(isPublicPage(address) ? clients : portal, address), scripts, styles)),
  }));
  const [otherPortal, otherClients] = [withTag(portal), withTag(clients)];
  return (url) => {
    const [pathname = ''] = url.split('?');
    const screen = screens.find(({ matches }) => matches.test(pathname));
    return screen?.page ?? (isPublicPage(pathname) ? otherClients : otherPortal);
  };
}

function withTag({ html, scriptHashes }: Omit<WebPage, 'etag'>): WebPage {
  return { html, etag: `"${digestOf(html, 'base64url').slice(0, 22)}"`, scriptHashes };
}

/** Hashes of the scripts in the file as built: a script that is inserted later may not run. */
function hashesOf(built: string): string[] {
  const scripts = [...built.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code);
  return scripts.map((code) => `'sha256-${digestOf(code, 'base64')}'`);
}

function digestOf(text: string, encoding: 'base64' | 'base64url'): string {
  return createHash('sha256').update(text).digest(encoding);
}

function pageWith(folder: string, file: string, settings: PublicSettings): Omit<WebPage, 'etag'> {
  const built = readFileSync(path.join(folder, file), 'utf8');
  const metaTag = `<meta name="public-settings" content="${escaped(JSON.stringify(settings))}" />`;
  const brand = escaped(settings.brand);
  const style = settings.color ? `<style id="brand">${brandStyle(settings.color)}</style>` : '';
  const html = built
    .replace(/<title>[^<]*<\/title>/, () => `<title>${brand}</title>\n    ${metaTag}`)
    .replace('</head>', () => `${style}</head>`)
    .replace(settings.logo ? MARK : '', '')
    .replaceAll('<span data-brand></span>', () =>
      settings.logo ? logoTag(settings.logo) : `<span>${brand}</span>`,
    );
  return { html, scriptHashes: hashesOf(built) };
}

/** The logo at the height that the pages use, so that nothing moves. */
function logoTag({ path, width, height }: NonNullable<PublicSettings['logo']>): string {
  return `<img src="${escaped(path)}" alt="" height="28" width="${Math.round((width / height) * 28)}" />`;
}

function withPath<P extends { html: string }>(page: P, address: string): P {
  return { ...page, html: page.html.replace('<html', () => `<html data-path="${escaped(address)}"`) };
}

function withFiles<P extends { html: string }>(page: P, scripts: string[], styles: string[]): P {
  const links = [
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ];
  return { ...page, html: page.html.replace('</head>', () => `${links.join('\n    ')}\n  </head>`) };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
